-- Gives rows of a stream the next numbers, in this order.
INSERT INTO public.audit_seal_entries (stream, number, row_id, leaf, signature)
SELECT
    %(stream)s::text,
    %(first)s::bigint + sealed.place - 1,
    sealed.row_id,
    sealed.leaf,
    sealed.signature
FROM
    unnest(%(row_ids)s::bigint[], %(leaves)s::bytea[], %(signatures)s::bytea[])
    WITH ORDINALITY AS sealed (row_id, leaf, signature, place);
