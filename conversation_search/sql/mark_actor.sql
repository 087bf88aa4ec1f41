-- Marks an actor by what a message says of its sender; nothing is ever unmarked here.
UPDATE public.actors AS actor
SET
    is_agent = actor.is_agent OR %(is_agent)s::boolean,
    is_external = actor.is_external OR %(is_external)s::boolean
WHERE actor.id = %(actor_id)s::bigint
RETURNING actor.id, actor.external_id, actor.is_agent, actor.is_external;
