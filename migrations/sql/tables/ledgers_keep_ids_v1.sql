-- A ledger keeps the id of what a run was shown when that is gone for good: an id that dangles denies, as lineage does.
ALTER TABLE public.ledger_entries
DROP CONSTRAINT ledger_entries_message_event_of_agent,
DROP CONSTRAINT ledger_entries_message_event_id_087a81cb_fk_message_events_id;
ALTER TABLE public.memory_ledger_entries
DROP CONSTRAINT memory_ledger_entries_memory_of_agent,
DROP CONSTRAINT memory_ledger_entries_memory_id_4953da1b_fk_memories_id;
