-- Counts the words of the vocabulary that a message of a request is the witness of.
SELECT
    count(*) AS found,
    count(*) FILTER (WHERE public.mesh_must_keep(vocabulary.message_event_id)) AS held
FROM public.erasure_items AS item
INNER JOIN public.search_vocabulary AS vocabulary ON item.subject_id = vocabulary.message_event_id
WHERE
    item.request_id = %(request_id)s::bigint
    AND (%(item_ids)s::bigint[] IS NULL OR item.id = any(%(item_ids)s::bigint[]))
    AND item.kind = 'message'
    AND item.choice = 'erase';
