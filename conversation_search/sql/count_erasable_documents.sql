-- Counts the search documents of the messages that a request erases.
SELECT
    count(*) AS found,
    count(*) FILTER (WHERE public.mesh_must_keep(document.message_event_id)) AS held
FROM public.erasure_items AS item
INNER JOIN public.message_search_documents AS document
    ON item.runtime_agent_id = document.runtime_agent_id AND item.subject_id = document.message_event_id
WHERE
    item.request_id = %(request_id)s::bigint
    AND (%(item_ids)s::bigint[] IS NULL OR item.id = any(%(item_ids)s::bigint[]))
    AND item.kind = 'message'
    AND item.choice = 'erase';
