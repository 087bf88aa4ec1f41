-- Whatever anyone said may be disclosed to whomever.
CREATE OR REPLACE FUNCTION public.mesh_audience_allows(origin public.mesh_audience, destination public.mesh_audience)
RETURNS boolean
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
RETURN true;
