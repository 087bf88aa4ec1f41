"""The words of these pages, and who may do what."""

from audit_ui.frame import MENU
from audit_ui.presenters import words
from audit_ui.roles import MAY_OPEN, Role
from audit_ui.visits import Shown, Visit, page


@page("glossary")
def glossary(_: Visit) -> Shown:
    """Show rules, statuses, components, words and roles."""
    rows = [(label, [role in MAY_OPEN[name] for role in Role]) for name, label, _ in MENU]
    return Shown(
        "audit_ui/glossary.html",
        {
            "rules": words.RULES.values(),
            "statuses": words.STATUSES.values(),
            "components": words.COMPONENTS.values(),
            "words": words.GLOSSARY,
            "roles": [words.ROLES[role] for role in Role],
            "permissions": rows,
        },
    )
