-- Marks a challenge as redeemed in a run, by the link that it made or renewed.
UPDATE public.identity_challenges AS challenge
SET
    redeemed_at = %(now)s::timestamptz,
    redeemed_run_id = %(run_id)s::bigint,
    link_id = %(link_id)s::bigint
WHERE challenge.id = %(challenge_id)s::bigint AND challenge.redeemed_at IS NULL;
