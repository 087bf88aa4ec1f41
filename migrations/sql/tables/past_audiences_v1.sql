-- Past audiences and their rooms are of one agent.
ALTER TABLE public.past_audiences ADD CONSTRAINT past_audiences_conversation_of_agent
FOREIGN KEY (conversation_id, runtime_agent_id) REFERENCES public.conversations (id, runtime_agent_id);
ALTER TABLE public.past_audiences ADD CONSTRAINT past_audiences_audience_of_agent
FOREIGN KEY (audience_id, runtime_agent_id) REFERENCES public.audiences (id, runtime_agent_id);
