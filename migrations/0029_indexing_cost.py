"""What a message costs to index: no look for known words one by one, no key that another one implies."""

from django.db import migrations

from migrations._files import again, install

UNDO = (
    """
ALTER TABLE public.search_vocabulary
    ADD CONSTRAINT search_vocabulary_runtime_agent_id_fkey
    FOREIGN KEY (runtime_agent_id) REFERENCES public.runtime_agents (id) NOT VALID;
ALTER TABLE public.message_search_documents
    ADD CONSTRAINT message_search_documents_runtime_agent_id_fkey
    FOREIGN KEY (runtime_agent_id) REFERENCES public.runtime_agents (id);
ALTER INDEX public.search_vocabulary_trigrams SET (fastupdate = off);
"""
    + again("functions/mesh_word_letters_v1")
    + again("functions/mesh_store_documents_v1")
)


class Migration(migrations.Migration):
    dependencies = (("conversation_search", "0027_audit_pruning"),)
    operations = (
        install(
            "functions/mesh_word_letters_v2",
            "functions/mesh_store_documents_v2",
            "tables/search_vocabulary_v2",
            undo=UNDO,
        ),
    )
