"""The second text rules: more spellings meet, phrases are exact, and there is a vocabulary to fall back on.

Documents of the first rules stay and are found as before until `0009_search_text_rebuild` builds them anew. Taken
back, the columns and tables go; the extensions stay, because others may use them.
"""

import django.contrib.postgres.search
from django.db import migrations, models

from migrations._files import install, read

NEW = (
    "functions/mesh_text_rules_v2",
    "functions/mesh_search_fold_v1",
    "functions/mesh_search_clean_v1",
    "functions/mesh_search_variants_v1",
    "functions/mesh_search_words_v1",
    "functions/mesh_search_normalize_v2",
    "functions/mesh_search_vector_v2",
    "functions/mesh_search_exact_vector_v1",
    "functions/mesh_search_clause_v2",
    "functions/mesh_search_exact_clause_v1",
    "functions/mesh_is_stop_word_v1",
    "functions/mesh_search_cut_v1",
    "functions/mesh_search_chunk_v2",
    "functions/mesh_search_documents_v1",
    "functions/mesh_tokenizer_version_v2",
    "functions/mesh_word_letters_v1",
    "tables/search_vocabulary_v1",
    "functions/mesh_vocabulary_words_v1",
    "functions/mesh_replace_witness_v1",
    "functions/mesh_similar_words_v1",
    "functions/mesh_store_documents_v1",
    "functions/mesh_index_message_v2",
    "functions/mesh_index_event_v2",
    "functions/mesh_index_batch_v2",
)
REPLACED = (
    "mesh_index_batch_v1",
    "mesh_index_message_v1",
    "mesh_tokenizer_version_v1",
    "mesh_search_chunk_v1",
    "mesh_search_clause_v1",
    "mesh_search_vector_v1",
    "mesh_search_normalize_v1",
)
"""What takes the place of the new versions again."""

DROP = """
DROP FUNCTION public.mesh_store_documents, public.mesh_replace_witness, public.mesh_vocabulary_words,
    public.mesh_similar_words;
DROP TABLE public.search_vocabulary;
DROP FUNCTION public.mesh_word_letters;
ALTER TABLE public.message_search_documents
    DROP COLUMN exact_tsv, DROP COLUMN speaker_tsv, DROP COLUMN speaker_organization;
DROP FUNCTION public.mesh_is_stop_word, public.mesh_search_documents, public.mesh_search_exact_clause,
    public.mesh_search_exact_vector, public.mesh_search_cut, public.mesh_search_words,
    public.mesh_search_variants, public.mesh_search_clean, public.mesh_search_fold;
DROP TYPE public.mesh_documents;
DROP TEXT SEARCH CONFIGURATION public.mesh_exact;
"""


def first_rules() -> str:
    """Return the statements that put the first versions back in place."""
    triggers = read("triggers/message_search_documents_v1")
    index_event = triggers[: triggers.index("CREATE FUNCTION public.mesh_index_evidence")]
    released = [read(f"functions/{name}") for name in REPLACED]
    return "\n".join(
        text.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION", 1) for text in [index_event, *released]
    )


class Migration(migrations.Migration):
    dependencies = (("conversation_search", "0007_allowed_among"),)
    operations = (
        install(*NEW, undo=first_rules() + DROP),
        migrations.AddField(
            model_name="messagesearchdocument",
            name="exact_tsv",
            field=django.contrib.postgres.search.SearchVectorField(null=True),
        ),
        migrations.AddField(
            model_name="messagesearchdocument",
            name="speaker_tsv",
            field=django.contrib.postgres.search.SearchVectorField(null=True),
        ),
        migrations.AddField(
            model_name="messagesearchdocument",
            name="speaker_organization",
            field=models.TextField(null=True),
        ),
        migrations.CreateModel(
            name="SearchVocabulary",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "runtime_agent_id",
                        "message_event_id",
                        "word",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("runtime_agent_id", models.BigIntegerField()),
                ("message_event_id", models.BigIntegerField()),
                ("word", models.TextField()),
            ],
            options={"db_table": "search_vocabulary", "managed": False},
        ),
    )
