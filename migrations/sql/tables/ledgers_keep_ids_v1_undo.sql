-- What a ledger names is there. Entries that name what was removed for good cannot be kept under that.
ALTER TABLE public.ledger_entries DISABLE TRIGGER ledger_entries_append_only;
DELETE FROM public.ledger_entries AS entry
WHERE NOT EXISTS (
    SELECT 1 FROM public.message_events AS event
    WHERE event.id = entry.message_event_id
);
ALTER TABLE public.ledger_entries ENABLE TRIGGER ledger_entries_append_only;
ALTER TABLE public.memory_ledger_entries DISABLE TRIGGER memory_ledger_entries_append_only;
DELETE FROM public.memory_ledger_entries AS entry
WHERE NOT EXISTS (
    SELECT 1 FROM public.memories AS memory
    WHERE memory.id = entry.memory_id
);
ALTER TABLE public.memory_ledger_entries ENABLE TRIGGER memory_ledger_entries_append_only;
ALTER TABLE public.ledger_entries ADD CONSTRAINT ledger_entries_message_event_of_agent
FOREIGN KEY (message_event_id, runtime_agent_id) REFERENCES public.message_events (id, runtime_agent_id);
ALTER TABLE public.ledger_entries ADD CONSTRAINT ledger_entries_message_event_id_087a81cb_fk_message_events_id
FOREIGN KEY (message_event_id) REFERENCES public.message_events (id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE public.memory_ledger_entries ADD CONSTRAINT memory_ledger_entries_memory_of_agent
FOREIGN KEY (memory_id, runtime_agent_id) REFERENCES public.memories (id, runtime_agent_id);
ALTER TABLE public.memory_ledger_entries ADD CONSTRAINT memory_ledger_entries_memory_id_4953da1b_fk_memories_id
FOREIGN KEY (memory_id) REFERENCES public.memories (id) DEFERRABLE INITIALLY DEFERRED;
