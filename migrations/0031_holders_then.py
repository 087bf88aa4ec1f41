"""What was said to an account before it was handed on, and arrives after, is for the holder of then."""

from django.db import migrations

from migrations._files import functions_again, install

# What arrived late before this migration. Only audiences with an account that was handed on are looked at: a few rows.
NARROW = """
SELECT public.mesh_narrow_messages(
    ARRAY[evidence.message_event_id], public.mesh_then_audience(evidence.audience_id, evidence.sent_at)
)
FROM public.audiences AS audience
INNER JOIN public.message_source_evidence AS evidence
    ON audience.conversation_id = evidence.conversation_id AND audience.id = evidence.audience_id
WHERE
    strpos(array_to_string(audience.readers, ','), chr(31)) > 0
    AND public.mesh_holders_then(audience.connector_id, audience.readers, evidence.sent_at) <> audience.readers
ORDER BY evidence.message_event_id;
"""
# Accounts that were only ever named as readers, by a message or a tool: known, they can be handed on.
KNOW = """
INSERT INTO public.actors (runtime_agent_id, connector_id, external_id)
SELECT DISTINCT audience.runtime_agent_id, audience.connector_id, reader.external_id
FROM public.audiences AS audience
CROSS JOIN LATERAL unnest(audience.readers) AS reader (external_id)
WHERE
    audience.explicit
    AND strpos(reader.external_id, chr(31)) = 0
    AND NOT EXISTS (
        SELECT 1
        FROM public.actors AS known
        WHERE
            known.connector_id = audience.connector_id
            AND known.external_id IN (reader.external_id, reader.external_id || chr(31) || '1')
    )
ON CONFLICT (connector_id, external_id) DO NOTHING;
"""
UNDO = (
    functions_again("triggers/past_audiences_v1")
    + "DROP FUNCTION public.mesh_then_audience, public.mesh_holders_then;"
)


class Migration(migrations.Migration):
    dependencies = (("conversation_search", "0030_search_figures"),)
    operations = (
        install(
            "functions/mesh_holders_then_v1",
            "functions/mesh_then_audience_v1",
            "functions/mesh_narrow_late_evidence_v2",
            undo=UNDO,
        ),
        migrations.RunSQL(KNOW, migrations.RunSQL.noop),
        migrations.RunSQL(NARROW, migrations.RunSQL.noop),
    )
