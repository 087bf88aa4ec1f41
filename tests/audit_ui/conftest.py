"""A small world with one answered run, and readers of every role."""

import pytest

from tests.audit_ui.readers import Desk
from tests.audit_ui.world import World
from tests.cast import Cast


@pytest.fixture
def world(cast: Cast) -> World:
    """Give a run in #launch that searched twice and replied."""
    return World.made(cast)


@pytest.fixture
def auditor(world: World) -> Desk:
    """Give the browser of an auditor."""
    assert world.search_ids
    return Desk.of("auditor")


@pytest.fixture
def officer(world: World) -> Desk:
    """Give the browser of a compliance officer."""
    assert world.search_ids
    return Desk.of("compliance officer")
