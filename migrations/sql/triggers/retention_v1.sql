-- A change of a policy is asked for, and then answered once: saved by somebody else, or refused.
CREATE FUNCTION public.mesh_check_retention_change()
RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
    asked public.retention_changes;
BEGIN
    IF NEW.step = 'saved' THEN
        -- While no deletion is under way: each is over before, or goes by the new policy.
        PERFORM pg_advisory_xact_lock(hashtextextended('mesh.legal_holds', 0));
    END IF;
    IF NEW.step <> 'asked' THEN
        SELECT change.* INTO asked
        FROM public.retention_changes AS change
        WHERE change.id = NEW.asked_id AND change.step = 'asked';
        IF
            asked.id IS NULL
            OR (asked.kind, asked.runtime_agent_id, asked.connector_id, asked.conversation_id, asked.days, asked.removes)
            IS DISTINCT FROM
            (NEW.kind, NEW.runtime_agent_id, NEW.connector_id, NEW.conversation_id, NEW.days, NEW.removes)
            OR (NEW.step = 'saved' AND (asked.who_kind, asked.who) = (NEW.who_kind, NEW.who))
        THEN
            RAISE EXCEPTION 'this answer to a change of retention is refused'
                USING ERRCODE = 'restrict_violation', HINT = 'It is saved as it was asked for, by somebody else.';
        END IF;
    END IF;
    RETURN NEW;
END;
$$;

CREATE FUNCTION public.mesh_after_retention_change()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    IF NEW.removes THEN
        DELETE FROM public.retention_policies AS policy
        WHERE (policy.kind, policy.runtime_agent_id, policy.connector_id, policy.conversation_id)
            IS NOT DISTINCT FROM (NEW.kind, NEW.runtime_agent_id, NEW.connector_id, NEW.conversation_id);
    ELSE
        INSERT INTO public.retention_policies (
            kind, runtime_agent_id, connector_id, conversation_id, days, change_id
        )
        VALUES (NEW.kind, NEW.runtime_agent_id, NEW.connector_id, NEW.conversation_id, NEW.days, NEW.id)
        ON CONFLICT (kind, runtime_agent_id, connector_id, conversation_id) DO UPDATE
            SET days = excluded.days, change_id = excluded.change_id;
    END IF;
    RETURN NULL;
END;
$$;

-- The policies are what the last saved change of each scope says, and nothing else.
CREATE FUNCTION public.mesh_guard_policy()
RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
    policy public.retention_policies := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
    saved public.retention_changes;
BEGIN
    SELECT change.* INTO saved
    FROM public.retention_changes AS change
    WHERE
        change.step = 'saved'
        AND (change.kind, change.runtime_agent_id, change.connector_id, change.conversation_id)
        IS NOT DISTINCT FROM (policy.kind, policy.runtime_agent_id, policy.connector_id, policy.conversation_id)
    ORDER BY change.id DESC
    LIMIT 1;
    IF
        saved.removes IS DISTINCT FROM (TG_OP = 'DELETE')
        OR (TG_OP <> 'DELETE' AND (saved.id, saved.days) IS DISTINCT FROM (policy.change_id, policy.days))
        OR (TG_OP = 'UPDATE' AND (OLD.id, OLD.kind, OLD.runtime_agent_id, OLD.connector_id, OLD.conversation_id)
            IS DISTINCT FROM (NEW.id, NEW.kind, NEW.runtime_agent_id, NEW.connector_id, NEW.conversation_id))
    THEN
        RAISE EXCEPTION 'this policy may not be changed this way'
            USING ERRCODE = 'restrict_violation', HINT = 'A change is asked for, and saved by somebody else.';
    END IF;
    RETURN policy;
END;
$$;

CREATE TRIGGER retention_changes_check BEFORE INSERT ON public.retention_changes
FOR EACH ROW EXECUTE FUNCTION public.mesh_check_retention_change();
CREATE TRIGGER retention_changes_follow AFTER INSERT ON public.retention_changes
FOR EACH ROW WHEN (new.step = 'saved') EXECUTE FUNCTION public.mesh_after_retention_change();
CREATE TRIGGER retention_changes_append_only BEFORE UPDATE OR DELETE ON public.retention_changes
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER retention_changes_not_truncated BEFORE TRUNCATE ON public.retention_changes
FOR EACH STATEMENT EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER retention_policies_guard BEFORE INSERT OR UPDATE OR DELETE ON public.retention_policies
FOR EACH ROW EXECUTE FUNCTION public.mesh_guard_policy();
CREATE TRIGGER retention_policies_not_truncated BEFORE TRUNCATE ON public.retention_policies
FOR EACH STATEMENT EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER retention_run_events_append_only BEFORE UPDATE OR DELETE ON public.retention_run_events
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER retention_run_events_not_truncated BEFORE TRUNCATE ON public.retention_run_events
FOR EACH STATEMENT EXECUTE FUNCTION public.mesh_refuse_change();
