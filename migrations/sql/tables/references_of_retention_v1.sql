-- A policy and what it is for are of one agent, and so is the change that made it.
ALTER TABLE public.retention_policies ADD CONSTRAINT retention_policies_connector_of_agent
FOREIGN KEY (connector_id, runtime_agent_id) REFERENCES public.connectors (id, runtime_agent_id);
ALTER TABLE public.retention_policies ADD CONSTRAINT retention_policies_conversation_of_agent
FOREIGN KEY (conversation_id, runtime_agent_id) REFERENCES public.conversations (id, runtime_agent_id);
ALTER TABLE public.retention_changes ADD CONSTRAINT retention_changes_connector_of_agent
FOREIGN KEY (connector_id, runtime_agent_id) REFERENCES public.connectors (id, runtime_agent_id);
ALTER TABLE public.retention_changes ADD CONSTRAINT retention_changes_conversation_of_agent
FOREIGN KEY (conversation_id, runtime_agent_id) REFERENCES public.conversations (id, runtime_agent_id);
ALTER TABLE public.retention_policies ADD CONSTRAINT retention_policies_change_of_agent
FOREIGN KEY (change_id, runtime_agent_id) REFERENCES public.retention_changes (id, runtime_agent_id);
ALTER TABLE public.retention_changes ADD CONSTRAINT retention_changes_asked_of_agent
FOREIGN KEY (asked_id, runtime_agent_id) REFERENCES public.retention_changes (id, runtime_agent_id);
