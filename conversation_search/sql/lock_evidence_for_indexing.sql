-- Holds the evidence of messages still while their documents are built.
SELECT evidence.message_event_id AS id
FROM public.message_source_evidence AS evidence
WHERE evidence.message_event_id = any(%(message_ids)s::bigint[])
ORDER BY evidence.message_event_id
FOR SHARE;
