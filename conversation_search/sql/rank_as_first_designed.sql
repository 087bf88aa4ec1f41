-- Ranks as the first design of search did, to compare with: any English word, by ts_rank_cd, several queries at once.
-- Only what the run may be shown is ranked, by the same rule as everywhere.
WITH allowed AS MATERIALIZED (
    SELECT ARRAY(SELECT audience.id FROM public.mesh_allowed_audiences(%(run_id)s::bigint) AS audience (id)) AS ids
),

document AS MATERIALIZED (
    SELECT
        event.id,
        event.sent_at,
        to_tsvector('pg_catalog.english'::regconfig, event.body) AS tsv
    FROM public.message_events AS event
    INNER JOIN public.message_source_evidence AS evidence ON event.id = evidence.message_event_id
    INNER JOIN public.disclosure_classes AS class ON evidence.class_id = class.id
    CROSS JOIN allowed
    WHERE
        event.runtime_agent_id = %(runtime_agent_id)s::bigint
        AND evidence.withheld_at IS NULL
        AND public.mesh_lineage_allows(class.audience_ids, allowed.ids)
        AND event.id NOT IN (
            SELECT run.inbound_message_id FROM public.runs AS run
            WHERE run.id = %(run_id)s::bigint AND run.inbound_message_id IS NOT NULL
        )
),

asked AS MATERIALIZED (
    SELECT
        query.position,
        replace(plainto_tsquery('pg_catalog.english'::regconfig, query.text)::text, ' & ', ' | ')::tsquery AS any_word
    FROM unnest(%(queries)s::text[]) WITH ORDINALITY AS query (text, position)
)

SELECT
    asked.position::integer AS query,
    ranked.message_event_id
FROM asked
CROSS JOIN
    LATERAL (
        SELECT
            document.id AS message_event_id,
            row_number() OVER (
                ORDER BY ts_rank_cd(document.tsv, asked.any_word) DESC, document.sent_at DESC, document.id DESC
            ) AS place
        FROM document
        WHERE document.tsv @@ asked.any_word
        ORDER BY place ASC
        LIMIT %(limit)s::bigint
    ) AS ranked
ORDER BY asked.position ASC, ranked.place ASC;
