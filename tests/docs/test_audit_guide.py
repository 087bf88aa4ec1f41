"""The pictures that the documents show are there."""

import re
from pathlib import Path

import pytest
from django.conf import settings


@pytest.mark.parametrize("document", ["README.md", "docs/audit-guide.md"])
def test_every_picture_of_a_document_is_there(document: str) -> None:
    path = Path(settings.BASE_DIR) / document
    pictures = re.findall(
        r'(?:src|srcset)="([^"]+\.png)"|\]\(([^)]+\.png)\)', path.read_text(encoding="utf-8")
    )
    assert len(pictures) >= 3
    for quoted, linked in pictures:
        assert (path.parent / (quoted or linked)).is_file()
