-- Puts on record what somebody did about a hold; the database refuses what is out of turn.
INSERT INTO public.legal_hold_events (runtime_agent_id, legal_hold_id, kind, who_kind, who, who_name, reason)
SELECT
    hold.runtime_agent_id,
    hold.id,
    %(kind)s::text,
    %(who_kind)s::text,
    %(who)s::bigint,
    %(who_name)s::text,
    %(reason)s::text
FROM public.legal_holds AS hold
WHERE
    hold.id = %(hold_id)s::bigint
    AND (%(runtime_agent_id)s::bigint IS NULL OR hold.runtime_agent_id = %(runtime_agent_id)s::bigint)
RETURNING id;
