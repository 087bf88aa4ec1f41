-- Asks for the name behind a pseudonym, where the agent has such a person or room.
INSERT INTO public.reveals (runtime_agent_id, kind, subject_id, asked_by, asked_by_name, reason)
SELECT
    %(agent_id)s::bigint,
    %(kind)s::text,
    %(subject_id)s::bigint,
    %(asked_by)s::bigint,
    %(asked_by_name)s::text,
    %(reason)s::text
WHERE
    (
        %(kind)s::text = 'person'
        AND EXISTS (
            SELECT 1 FROM public.actors AS actor
            WHERE actor.id = %(subject_id)s::bigint AND actor.runtime_agent_id = %(agent_id)s::bigint
        )
    )
    OR (
        %(kind)s::text = 'room'
        AND EXISTS (
            SELECT 1 FROM public.conversations AS room
            WHERE room.id = %(subject_id)s::bigint AND room.runtime_agent_id = %(agent_id)s::bigint
        )
    )
RETURNING id;
