-- Lists the receipts of a request, newest first.
SELECT
    receipt.id AS receipt_id,
    receipt.issued_at,
    receipt.is_complete,
    receipt.document,
    encode(receipt.sha256, 'hex') AS sha256
FROM public.erasure_receipts AS receipt
WHERE receipt.request_id = %(request_id)s::bigint
ORDER BY receipt.id DESC
LIMIT %(limit)s::bigint;
