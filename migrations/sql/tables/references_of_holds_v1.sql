-- A hold and what it names are of one agent, and so is what was done about it.
ALTER TABLE public.legal_holds ADD CONSTRAINT legal_holds_actor_of_agent
FOREIGN KEY (actor_id, runtime_agent_id) REFERENCES public.actors (id, runtime_agent_id);
ALTER TABLE public.legal_holds ADD CONSTRAINT legal_holds_conversation_of_agent
FOREIGN KEY (conversation_id, runtime_agent_id) REFERENCES public.conversations (id, runtime_agent_id);
ALTER TABLE public.legal_hold_events ADD CONSTRAINT legal_hold_events_hold_of_agent
FOREIGN KEY (legal_hold_id, runtime_agent_id) REFERENCES public.legal_holds (id, runtime_agent_id);
