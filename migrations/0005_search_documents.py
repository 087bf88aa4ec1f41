"""The search index and the triggers that keep it; it never rewrites or locks the messages that are there."""

from django.db import migrations

from migrations._files import install

UNDO = """
DROP FUNCTION public.mesh_index_event, public.mesh_index_evidence CASCADE;
DROP FUNCTION public.mesh_index_batch, public.mesh_index_message, public.mesh_search_chunks,
    public.mesh_search_chunk, public.mesh_search_clause, public.mesh_search_vector,
    public.mesh_search_normalize, public.mesh_tokenizer_version;
DROP TABLE public.message_search_documents;
DROP INDEX public.disclosure_classes_plain;
DROP TEXT SEARCH CONFIGURATION public.mesh_message;
DROP TEXT SEARCH DICTIONARY public.mesh_english_stem;
DROP COLLATION public.mesh_unicode;
"""


class Migration(migrations.Migration):
    dependencies = (("conversation_search", "0004_disclosure_rule"),)
    operations = (
        install(
            "functions/mesh_text_rules_v1",
            "functions/mesh_tokenizer_version_v1",
            "functions/mesh_search_normalize_v1",
            "functions/mesh_search_vector_v1",
            "functions/mesh_search_clause_v1",
            "functions/mesh_search_chunk_v1",
            "functions/mesh_search_chunks_v1",
            "tables/message_search_documents_v1",
            "tables/disclosure_classes_plain_v1",
            "functions/mesh_index_message_v1",
            "functions/mesh_index_batch_v1",
            "triggers/message_search_documents_v1",
            undo=UNDO,
        ),
    )
