-- Records that someone looked at the audit, exported it, or was refused.
INSERT INTO public.page_accesses (user_id, username, page, action, outcome, subject, filters, reason, details)
VALUES (
    %(user_id)s::bigint,
    %(username)s::text,
    %(page)s::text,
    %(action)s::text,
    %(outcome)s::text,
    %(subject)s::text,
    %(filters)s::jsonb,
    %(reason)s::text,
    %(details)s::jsonb
)
RETURNING id;
