-- Every reference between memories, grants of tools and the rest carries its agent: none crosses from one perspective
-- into another.
ALTER TABLE public.memories ADD CONSTRAINT memories_run_of_agent
FOREIGN KEY (run_id, runtime_agent_id) REFERENCES public.runs (id, runtime_agent_id);
ALTER TABLE public.memories ADD CONSTRAINT memories_conversation_of_agent
FOREIGN KEY (conversation_id, runtime_agent_id) REFERENCES public.conversations (id, runtime_agent_id);
ALTER TABLE public.memories ADD CONSTRAINT memories_audience_of_agent
FOREIGN KEY (audience_id, runtime_agent_id) REFERENCES public.audiences (id, runtime_agent_id);
ALTER TABLE public.memories ADD CONSTRAINT memories_class_of_agent
FOREIGN KEY (class_id, runtime_agent_id) REFERENCES public.disclosure_classes (id, runtime_agent_id);
ALTER TABLE public.memory_ledger_entries ADD CONSTRAINT memory_ledger_entries_run_of_agent
FOREIGN KEY (run_id, runtime_agent_id) REFERENCES public.runs (id, runtime_agent_id);
ALTER TABLE public.memory_ledger_entries ADD CONSTRAINT memory_ledger_entries_memory_of_agent
FOREIGN KEY (memory_id, runtime_agent_id) REFERENCES public.memories (id, runtime_agent_id);
ALTER TABLE public.tool_results ADD CONSTRAINT tool_results_run_of_agent
FOREIGN KEY (run_id, runtime_agent_id) REFERENCES public.runs (id, runtime_agent_id);
ALTER TABLE public.tool_results ADD CONSTRAINT tool_results_audience_of_agent
FOREIGN KEY (audience_id, runtime_agent_id) REFERENCES public.audiences (id, runtime_agent_id);
