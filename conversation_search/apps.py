"""Registers the search engine with Django."""

from django.apps import AppConfig


class ConversationSearchConfig(AppConfig):
    """The engine: transcript, disclosure rule, runs, retrieval and audit."""

    name = "conversation_search"
    verbose_name = "Conversation search"
