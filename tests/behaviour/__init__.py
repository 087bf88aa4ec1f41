"""What went wrong in other search engines, one test each. A test's name begins with the id of its case.

The cases may lie beside the project as `behaviour_cases.jsonl`; the tests bring what they need themselves.
"""
