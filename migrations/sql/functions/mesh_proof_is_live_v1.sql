-- Does a proof of identity count at this moment?
CREATE FUNCTION public.mesh_proof_is_live(revoked_at timestamptz, expires_at timestamptz)
RETURNS boolean
LANGUAGE sql
STABLE
PARALLEL SAFE
RETURN revoked_at IS NULL AND coalesce(expires_at > statement_timestamp(), false);
