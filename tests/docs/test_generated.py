"""Generated documents say what the code says."""

from tests.docs import data_model


def test_the_data_model_page_is_current() -> None:
    assert data_model.TARGET.read_text(encoding="utf-8") == data_model.render()
