-- One reader anywhere in a perspective: an account together with its connector.
CREATE FUNCTION public.mesh_person_reader(connector_id bigint, reader text)
RETURNS text
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
RETURN connector_id::text || ':' || reader;
