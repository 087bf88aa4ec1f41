-- Who may read a text: the audience of a stored message (origin) or of the room being answered (destination).
CREATE TYPE public.mesh_audience AS (
    visibility text,
    connector_id bigint,
    conversation_id bigint,
    kind text,
    readers text [],
    externally_shared boolean,
    restricted boolean,
    explicit boolean,
    joiners_read_history boolean
);
