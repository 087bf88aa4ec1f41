-- May text sent in this room now be disclosed to both destinations of a run?
CREATE FUNCTION public.mesh_room_allows(
    of_conversation_id bigint, opened public.mesh_audience, current public.mesh_audience
)
RETURNS boolean
LANGUAGE sql
STABLE
PARALLEL SAFE
BEGIN ATOMIC
    SELECT public.mesh_audience_allows(room.audience, opened) AND public.mesh_audience_allows(room.audience, current)
    FROM (SELECT public.mesh_conversation_audience(of_conversation_id) AS audience) AS room;
END;
