"""Every limit of the product, each with its unit and its reason."""

from datetime import timedelta
from typing import Final

# --- what a model is given ------------------------------------------------------------------------------------

HISTORY_WINDOW: Final = 30
"""Messages of the room that a run loads unless told otherwise: a per-turn token and latency cost."""
HISTORY_WINDOW_MAX: Final = 500
"""A reply may have at most 500 history ids, so a larger window could never be answered."""
SEARCH_LIMIT: Final = 8
"""Hits of one search unless told otherwise; each may bring four neighbours."""
SEARCH_LIMIT_MAX: Final = 20
"""Hits of one search at most: 20 hits with their neighbours are 100 messages of the 400 below."""
NEIGHBOURS_EACH_SIDE: Final = 2
"""Enough to read a hit as an exchange rather than an answer with its question missing."""
LEDGER_THROUGH_SEARCH: Final = 400
"""Distinct messages up to which searches may fill a run's ledger; leaves room below 500 for the rest."""
HIT_CHARACTERS: Final = 600
"""Characters of a hit's snippet: search results compete with everything else for the prompt."""
NEIGHBOUR_CHARACTERS: Final = 240
"""Characters of a neighbour's snippet."""
MEMORIES_SHOWN: Final = 20
"""Memories of one call at most: notes, not a transcript."""
LEDGER_MEMORIES: Final = 100
"""Memories one run may be shown: a fifth of what the walk behind a reply may begin with."""
MEMORY_BYTES: Final = 4 * 1024
"""Bytes of one memory as UTF-8: twenty of them stay below 100 KiB of a prompt."""
TOOL_RESULTS: Final = 100
"""Texts of external tools that one run may record: more calls than a turn makes."""
RESULT_BYTES: Final = 32 * 1024
"""Bytes of one whole search result as UTF-8 JSON; tool results beyond that are cut by runtimes."""

# --- what a query may be --------------------------------------------------------------------------------------

QUERY_CHARACTERS: Final = 400
"""Characters of a query; models that paste more are pasting a document."""
QUERY_CLAUSES: Final = 32
"""Distinct words and phrases of a query that are matched; the first ones count."""
FALLBACK_CHARACTERS: Final = 3
"""Characters of a word from which it falls back on words that begin with it: two letters begin half a language."""
SIMILAR_CHARACTERS: Final = 4
"""Characters of a word from which others that hold it or look like it stand in for it: the vocabulary's shortest."""
FALLBACK_WORDS: Final = 8
"""Words of the vocabulary that stand in for one word of a query; more would bury what the other words found."""
SIMILAR_WORDS: Final = 32
"""Eligible words of similar letters, out of which those of the fewest mistakes are taken."""

# --- what a search may cost -----------------------------------------------------------------------------------

COUNTING_CEILING: Final = 1_000
"""Matches up to which an audit row's counts must sum exactly."""
EXHAUSTIVE_MATCHES: Final = 1_000
"""Eligible matches up to which every one is ranked, as many as are counted exactly; beyond it, those of the rarest
words and the newest."""
NEWEST_COMMON_MATCHES: Final = 1_000
"""Newest eligible matches of common words that join the ranked pool when it is bounded: as many as were ranked before
it was, so that one match more does not cost others their place."""
VOUCH_ROUNDS: Final = 5
"""Times a page is refilled after the authority refused a row of it; a healthy index needs none."""
VOUCH_AHEAD: Final = 500
"""Candidates that are vouched for at once after a refusal, so that many wrong index rows do not empty a page."""
SEARCH_TIMEOUT: Final = timedelta(seconds=5)
"""A search precedes an answer that someone is waiting for. Beyond it: an error, never a short list."""

# --- lineage --------------------------------------------------------------------------------------------------

LINEAGE_INPUT_MESSAGES: Final = 501
"""Messages one vouching may ask about: 500 history ids and the message being answered."""
LINEAGE_NODES: Final = 5_000
"""Distinct disclosure classes one walk may visit before it denies."""
HISTORY_MESSAGE_IDS: Final = 500
"""History ids of one reply; more and every later read of it would be denied."""

# --- identity -------------------------------------------------------------------------------------------------

IDENTITY_PROOF_LIFETIME: Final = timedelta(days=90)
"""How long a proof that two accounts are one person's counts: a quarter, within which accounts change hands."""
IDENTITY_CHALLENGE_LIFETIME: Final = timedelta(minutes=10)
"""How long a code counts: time to open the other conversation and type it there."""
IDENTITY_CODE_CHARACTERS: Final = 12
"""Characters of a code, five random bits each: at 1,200 guesses a minute, 10 minutes find one of 2**60 never."""

# --- what comes in --------------------------------------------------------------------------------------------

MESSAGE_BYTES: Final = 1024 * 1024
"""Bytes of one message body as UTF-8; no platform's message is larger."""
INGEST_BATCH: Final = 500
"""Messages of one ingest call: one transaction that does not hold its locks for long."""
REPLY_BYTES: Final = MESSAGE_BYTES
"""Bytes of a reply: it is a message."""
MCP_BODY_BYTES: Final = 64 * 1024
"""Bytes of one MCP message: a query has 400 characters, and what a client adds of itself is a few KiB."""
EXTERNAL_ID_CHARACTERS: Final = 255
"""Characters of an id that a platform gave."""
NAME_CHARACTERS: Final = 200
"""Characters of a display name, an organization, or a room's name."""
ROOM_MEMBERS: Final = 10_000
"""Members of one listing, stored within a second; larger rooms are public ones, where a listing changes nothing."""
DELIVERED_IDS: Final = 100
"""Platform ids of one reply: the parts it was split into."""
CLOCK_SKEW: Final = timedelta(minutes=5)
"""How far ahead of our clock a platform's may run before its time is refused."""

# --- what an export may be ------------------------------------------------------------------------------------

EXPORT_DAY_FILE_BYTES: Final = 64 * 1024 * 1024
"""Bytes of one day file: it is parsed whole and takes ten times its size in memory; a busy day is under 20 MiB."""
EXPORT_LISTING_BYTES: Final = 256 * 1024 * 1024
"""Bytes of one listing: the users of an organization of 100,000 people are about 150 MiB."""
EXPORT_TOTAL_BYTES: Final = 64 * 1024 * 1024 * 1024
"""Bytes of JSON of one export: more than any we know of, hours of work, but not a full disk's worth."""
EXPORT_FILES: Final = 600_000
"""Files of one export: 500 rooms over three years of days; each costs about 1 KiB of memory before it is read."""
EXPORT_COMPRESSION_RATIO: Final = 200
"""Times its compressed size that a large file may have: message JSON compresses 5 to 50 times."""
EXPORT_RATIO_FROM_BYTES: Final = 16 * 1024 * 1024
"""Bytes from which the ratio speaks: one machine-made megabyte of one letter compresses 1,000 times."""
EXPORT_PATH_PARTS: Final = 6
"""Parts of a path in an export: room/day.json below at most three wrapping folders, and one to spare."""

# --- how often somebody may call ----------------------------------------------------------------------------------

REQUESTS_A_WINDOW: Final = 1_200
"""Requests of one key a minute: twenty a second, more than one runtime's turns need and less than a loop sends."""
REQUEST_WINDOW: Final = timedelta(minutes=1)
"""How long those are counted; a window begins with the first request after the last one ended."""
SEARCHES_A_RUN: Final = 120
"""Searches of one run, refused ones included: two a minute of its hour. A model that needs more is in a loop."""

# --- runs and pages -------------------------------------------------------------------------------------------

RUN_LIFETIME: Final = timedelta(hours=1)
"""A turn takes minutes; an older run's view of its room is stale."""
PAGE_SIZE: Final = 50
"""Rows of one operator page unless told otherwise."""
PAGE_SIZE_MAX: Final = 200
"""Rows of one operator page at most."""
USES_LISTED: Final = 1_000
"""Searches, and replies and memories, that the uses of one message list at most; beyond it the answer says so."""
INDEX_LAG_SAMPLE: Final = 1_000
"""Newest messages that readiness looks at for a missing search document: a cheap look at every probe."""
INDEXING_BATCH: Final = 500
"""Messages whose search documents are built in one transaction of a rebuild."""
TRANSACTION_ATTEMPTS: Final = 4
"""Times a transaction is tried when it met a deadlock; nothing of it was kept."""

# --- retention ------------------------------------------------------------------------------------------------

RETENTION_BATCH: Final = 500
"""Messages deleted or purged in one transaction: a fraction of a second of row locks, and of waiting for a new hold."""
RETENTION_ROOMS: Final = 1_000
"""Rooms looked for at once by a run: a list of numbers that fits any memory."""
RETENTION_LAG_COUNTED: Final = 10_000
"""Messages that the lag counts of each kind at most: a page shows "more than" beyond it and stays fast."""
RETENTION_DAYS_MAX: Final = 36_500
"""Days of a policy at most: a century. Longer is for good, which is said by no number."""

# --- the audit pages ------------------------------------------------------------------------------------------

EXPORT_BATCH: Final = 500
"""Audit rows read at once by an export: about 3 MB at the largest, so its memory does not grow with its length."""
OVERVIEW_DAYS: Final = 14
"""Days of the overview's charts: two weeks show a weekly rhythm and fit a phone."""
FIGURES_SETTLED_AFTER: Final = timedelta(minutes=5)
"""How long after its end a quarter of an hour is added up: an audit row is seen when its search commits, which no
search takes minutes for."""
INTEGRITY_SAMPLE: Final = 2_000
"""Newest audit rows that the overview checks at each look: about a hundredth of a second."""
INTEGRITY_RUNS: Final = 500
"""Newest runs whose replies it checks: each costs four times as much as an audit row. The seal covers all of them."""
INTEGRITY_SHOWN: Final = 5
"""Wrong rows that the overview names; the first ones lead to the others."""
LATEST_ROWS: Final = 10
"""Runs and searches that the page of a message lists; links lead to all of them."""
SAVED_VIEWS: Final = 50
"""Saved views of one reader: more would not be found again in a menu."""
SAVED_VIEW_NAME_CHARACTERS: Final = 60
"""Characters of a saved view's name: one line of the menu."""
REASON_CHARACTERS: Final = 500
"""Characters of the reason for an export or a reveal: a ticket number and a sentence or two."""
REASON_CHARACTERS_MIN: Final = 10
"""Characters a reason needs at least: "see below" says nothing to whoever checks later."""
REVEAL_HOURS_MAX: Final = 72
"""Hours a reveal may last: a case is looked into within days; after that it is asked for again."""
TREE_NODES: Final = 200
"""Messages of one lineage tree that a page draws; a note says when there are more."""
TREE_DEPTH: Final = 4
"""Steps of lineage that a page draws in either direction."""
SIGN_IN_LOOKBACK: Final = timedelta(minutes=15)
"""How long a failed sign-in counts."""
SIGN_IN_FAILURES_OF_ACCOUNT: Final = 8
"""Failures after which an account waits: more typos than a person makes, fewer than a guesser needs."""
SIGN_IN_FAILURES_OF_ADDRESS: Final = 60
"""Failures after which an address waits; an office or a proxy shares one."""

# --- erasure --------------------------------------------------------------------------------------------------

ERASURE_BATCH: Final = 100
"""Messages erased in one transaction: it holds their locks for about a second, and a kill loses no more than it."""
ERASURE_GATHER_BATCH: Final = 2_000
"""Messages taken into a request by one statement, or whose descendants one statement looks for."""
ERASURE_LEDGER_BATCH: Final = 2_000
"""Messages compared with the erasure ledger, or lines of it read, at once: some hundred KiB."""
ERASURE_RETRY_AFTER: Final = timedelta(hours=1)
"""How soon a request that is not complete is tried again: holds are released by people, not by seconds."""
ERASURE_VERIFY_AFTER: Final = timedelta(days=7)
"""How soon a complete request is verified again: a restored backup is noticed within the week at the latest."""
ERASURE_EVENTS_SHOWN: Final = 200
"""Steps of a request that its page lists."""

# --- the seal of the audit ------------------------------------------------------------------------------------------

SEAL_SEGMENT_ROWS: Final = 10_000
"""Rows of one stream that one checkpoint seals: one transaction of some seconds; segments are pruned as a whole."""
SEAL_BATCH: Final = 1_000
"""Audit rows read at once when they are sealed or verified: about 6 MB at the largest, whatever their number."""
SEAL_QUIET: Final = timedelta(hours=1)
"""After how long without a row a checkpoint is written all the same, so that silence is signed as well."""
PRUNE_AGE_MIN: Final = timedelta(days=1)
"""Age that an audit row must have before it may be pruned: no run that could replay it is open any more."""
SEAL_LATE: Final = timedelta(hours=2)
"""Age of the newest checkpoint from which the pages call it late: a quiet hour and one missed run."""
SEAL_LAG_COUNTED: Final = 10_000
"""Rows without a seal that the pages count at most; beyond it they say so."""
CHECKPOINTS_READ: Final = 200
"""Checkpoints read at once; each has about 1 KiB."""
CHECKPOINT_LINE_BYTES: Final = 1024 * 1024
"""Bytes of one line of exported checkpoints at most; ours have about 2 KiB."""
UNNUMBERED_BATCH: Final = 50_000
"""Rows among which a verification looks at once for one without a number: ids alone, some hundredths of a second."""
VERIFICATIONS_SHOWN: Final = 20
"""Verifications that the integrity page lists: three weeks of daily ones."""
INDEX_HEALTH_MESSAGES: Final = 500
"""Newest messages of each agent that the index health page compares: as many as one batch of a rebuild."""
INDEX_HEALTH_AGENTS: Final = 50
"""Agents of one page of index health: with their messages about half a second."""
