"""Rankings of other people's engines, on the same questions. They come with the development requirements.

Both are Okapi BM25 with the defaults of their makers; neither knows who spoke, when, or what stands beside a message.
"""

import logging
from collections.abc import Iterator, Sequence
from importlib import import_module
from types import ModuleType

from conversation_search.evaluation.metrics import DEPTH
from conversation_search.evaluation.scratch import Perspective


class EngineMissing(Exception):
    """The engine is not installed; says how it comes."""


def bm25s(perspective: Perspective, queries: Sequence[str]) -> Iterator[list[int]]:
    """Rank with bm25s: lower case, English stop words, no stemming."""
    engine = _engine("bm25s")
    logging.getLogger("bm25s").setLevel(logging.WARNING)
    numbers, texts = _documents(perspective)
    index = engine.BM25()
    index.index(engine.tokenize(texts, show_progress=False), show_progress=False)
    words = engine.tokenize(list(queries), return_ids=False, show_progress=False)
    places, scores = index.retrieve(words, k=min(DEPTH, len(texts)), show_progress=False)
    for row, values in zip(places.tolist(), scores.tolist(), strict=True):
        yield [numbers[place] for place, score in zip(row, values, strict=True) if score > 0]


def tantivy(perspective: Perspective, queries: Sequence[str]) -> Iterator[list[int]]:
    """Rank with tantivy: lower case, English stems."""
    engine = _engine("tantivy")
    schema = engine.SchemaBuilder()
    schema.add_unsigned_field("place", stored=True)
    schema.add_text_field("text", tokenizer_name="en_stem")
    index = engine.Index(schema.build())
    numbers, texts = _documents(perspective)
    writer = index.writer()
    for place, text in enumerate(texts):
        writer.add_document(engine.Document(place=place, text=text))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    searcher = index.searcher()
    for text in queries:
        asked, _ = index.parse_query_lenient(text, ["text"])
        hits = searcher.search(asked, DEPTH).hits
        yield [numbers[searcher.doc(address)["place"][0]] for _, address in hits]


def _documents(perspective: Perspective) -> tuple[list[int], list[str]]:
    messages = [message for conversation in perspective.conversations for message in conversation.messages]
    return [perspective.numbers[message.id] for message in messages], [message.text for message in messages]


def _engine(name: str) -> ModuleType:
    try:
        return import_module(name)
    except ImportError as error:
        raise EngineMissing(f"{name} is not installed. `make setup` installs it.") from error
