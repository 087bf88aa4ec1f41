-- A link is renewed while it stands and revoked once; a challenge is redeemed once; nothing else of them changes.
CREATE FUNCTION public.mesh_guard_identity_link()
RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
    kept public.identity_links := OLD;
BEGIN
    IF OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL THEN
        kept.revoked_at := NEW.revoked_at;
        kept.revoked_by := NEW.revoked_by;
    ELSIF OLD.revoked_at IS NULL AND NEW.proved_at >= OLD.proved_at AND NEW.expires_at >= OLD.expires_at THEN
        kept.proved_at := NEW.proved_at;
        kept.expires_at := NEW.expires_at;
    END IF;
    IF NEW IS DISTINCT FROM kept THEN
        RAISE EXCEPTION 'identity link % may not be changed this way', OLD.id
            USING ERRCODE = 'restrict_violation', HINT = 'A link is renewed or revoked; a revoked one stays so.';
    END IF;
    RETURN NEW;
END;
$$;

CREATE FUNCTION public.mesh_guard_identity_challenge()
RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
    kept public.identity_challenges := OLD;
BEGIN
    IF OLD.redeemed_at IS NULL THEN
        kept.redeemed_at := NEW.redeemed_at;
        kept.redeemed_run_id := NEW.redeemed_run_id;
        kept.link_id := NEW.link_id;
    END IF;
    IF NEW IS DISTINCT FROM kept THEN
        RAISE EXCEPTION 'identity challenge % may not be changed this way', OLD.id
            USING ERRCODE = 'restrict_violation', HINT = 'A challenge is redeemed once.';
    END IF;
    RETURN NEW;
END;
$$;

-- The account of someone who lost it keeps what they said and proves nothing any more. Its id is free for the next
-- holder only then, and only then does an id change.
CREATE FUNCTION public.mesh_guard_retirement()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    IF OLD.retired_at IS NULL AND NEW.retired_at IS NOT NULL THEN
        NEW.external_id := OLD.external_id || chr(31) || OLD.generation::text;
    ELSIF NEW.external_id IS DISTINCT FROM OLD.external_id OR NEW.retired_at IS DISTINCT FROM OLD.retired_at THEN
        RAISE EXCEPTION 'actor % may not be renamed or come back', OLD.id
            USING ERRCODE = 'restrict_violation', HINT = 'An account is retired once; its id goes to a new actor.';
    END IF;
    IF NEW.generation IS DISTINCT FROM OLD.generation THEN
        RAISE EXCEPTION 'actor % is of one generation', OLD.id
            USING ERRCODE = 'restrict_violation', HINT = 'A later holder of the id is another actor.';
    END IF;
    RETURN NEW;
END;
$$;

CREATE FUNCTION public.mesh_after_retirement()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    IF OLD.retired_at IS NOT NULL OR NEW.retired_at IS NULL THEN
        RETURN NULL;
    END IF;
    -- Waits for replies that are being stored in the rooms it was in: each sees who reads them before or after.
    PERFORM 1 FROM public.conversations AS conversation
    WHERE conversation.id IN (
        SELECT here.conversation_id FROM public.conversation_participants AS here WHERE here.actor_id = NEW.id
    )
    ORDER BY conversation.id FOR NO KEY UPDATE;
    UPDATE public.identity_links AS link
    SET revoked_at = NEW.retired_at, revoked_by = 'retirement'
    WHERE (link.first_actor_id = NEW.id OR link.second_actor_id = NEW.id) AND link.revoked_at IS NULL;
    RETURN NULL;
END;
$$;

CREATE TRIGGER identity_links_guard BEFORE UPDATE ON public.identity_links
FOR EACH ROW EXECUTE FUNCTION public.mesh_guard_identity_link();
CREATE TRIGGER identity_links_kept BEFORE DELETE ON public.identity_links
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER identity_links_not_truncated BEFORE TRUNCATE ON public.identity_links
FOR EACH STATEMENT EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER identity_challenges_guard BEFORE UPDATE ON public.identity_challenges
FOR EACH ROW EXECUTE FUNCTION public.mesh_guard_identity_challenge();
CREATE TRIGGER identity_challenges_kept BEFORE DELETE ON public.identity_challenges
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER identity_challenges_not_truncated BEFORE TRUNCATE ON public.identity_challenges
FOR EACH STATEMENT EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER persons_append_only BEFORE UPDATE OR DELETE ON public.persons
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER persons_not_truncated BEFORE TRUNCATE ON public.persons
FOR EACH STATEMENT EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER actors_retirement_guard BEFORE UPDATE OF external_id, retired_at, generation ON public.actors
FOR EACH ROW EXECUTE FUNCTION public.mesh_guard_retirement();
CREATE TRIGGER actors_retirement_follow AFTER UPDATE OF retired_at ON public.actors
FOR EACH ROW EXECUTE FUNCTION public.mesh_after_retirement();
