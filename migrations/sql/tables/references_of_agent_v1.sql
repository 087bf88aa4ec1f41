-- Every reference carries its agent, so that no row of one perspective can point into another.
ALTER TABLE public.conversations ADD CONSTRAINT conversations_connector_of_agent
FOREIGN KEY (connector_id, runtime_agent_id) REFERENCES public.connectors (id, runtime_agent_id);
ALTER TABLE public.actors ADD CONSTRAINT actors_connector_of_agent
FOREIGN KEY (connector_id, runtime_agent_id) REFERENCES public.connectors (id, runtime_agent_id);
ALTER TABLE public.conversation_participants ADD CONSTRAINT conversation_participants_conversation_of_agent
FOREIGN KEY (conversation_id, runtime_agent_id) REFERENCES public.conversations (id, runtime_agent_id);
ALTER TABLE public.conversation_participants ADD CONSTRAINT conversation_participants_actor_of_agent
FOREIGN KEY (actor_id, runtime_agent_id) REFERENCES public.actors (id, runtime_agent_id);
ALTER TABLE public.message_events ADD CONSTRAINT message_events_conversation_of_agent
FOREIGN KEY (conversation_id, runtime_agent_id) REFERENCES public.conversations (id, runtime_agent_id);
ALTER TABLE public.message_events ADD CONSTRAINT message_events_actor_of_agent
FOREIGN KEY (actor_id, runtime_agent_id) REFERENCES public.actors (id, runtime_agent_id);
ALTER TABLE public.delivered_messages ADD CONSTRAINT delivered_messages_conversation_of_agent
FOREIGN KEY (conversation_id, runtime_agent_id) REFERENCES public.conversations (id, runtime_agent_id);
ALTER TABLE public.delivered_messages ADD CONSTRAINT delivered_messages_message_event_of_agent
FOREIGN KEY (message_event_id, runtime_agent_id) REFERENCES public.message_events (id, runtime_agent_id);
ALTER TABLE public.audiences ADD CONSTRAINT audiences_connector_of_agent
FOREIGN KEY (connector_id, runtime_agent_id) REFERENCES public.connectors (id, runtime_agent_id);
ALTER TABLE public.audiences ADD CONSTRAINT audiences_conversation_of_agent
FOREIGN KEY (conversation_id, runtime_agent_id) REFERENCES public.conversations (id, runtime_agent_id);
ALTER TABLE public.conversations ADD CONSTRAINT conversations_of_connector UNIQUE (id, connector_id);
ALTER TABLE public.audiences ADD CONSTRAINT audiences_conversation_of_connector
FOREIGN KEY (conversation_id, connector_id) REFERENCES public.conversations (id, connector_id);
ALTER TABLE public.message_source_evidence ADD CONSTRAINT message_source_evidence_message_event_of_agent
FOREIGN KEY (message_event_id, runtime_agent_id) REFERENCES public.message_events (id, runtime_agent_id);
ALTER TABLE public.message_source_evidence ADD CONSTRAINT message_source_evidence_conversation_of_agent
FOREIGN KEY (conversation_id, runtime_agent_id) REFERENCES public.conversations (id, runtime_agent_id);
ALTER TABLE public.message_source_evidence ADD CONSTRAINT message_source_evidence_audience_of_agent
FOREIGN KEY (audience_id, runtime_agent_id) REFERENCES public.audiences (id, runtime_agent_id);
ALTER TABLE public.message_source_evidence ADD CONSTRAINT message_source_evidence_class_of_agent
FOREIGN KEY (class_id, runtime_agent_id) REFERENCES public.disclosure_classes (id, runtime_agent_id);
ALTER TABLE public.memory_provenance ADD CONSTRAINT memory_provenance_message_event_of_agent
FOREIGN KEY (message_event_id, runtime_agent_id) REFERENCES public.message_events (id, runtime_agent_id);
ALTER TABLE public.runs ADD CONSTRAINT runs_conversation_of_agent
FOREIGN KEY (conversation_id, runtime_agent_id) REFERENCES public.conversations (id, runtime_agent_id);
ALTER TABLE public.runs ADD CONSTRAINT runs_requester_of_agent
FOREIGN KEY (requester_id, runtime_agent_id) REFERENCES public.actors (id, runtime_agent_id);
ALTER TABLE public.runs ADD CONSTRAINT runs_inbound_message_of_agent
FOREIGN KEY (inbound_message_id, runtime_agent_id) REFERENCES public.message_events (id, runtime_agent_id);
ALTER TABLE public.runs ADD CONSTRAINT runs_reply_message_of_agent
FOREIGN KEY (reply_message_id, runtime_agent_id) REFERENCES public.message_events (id, runtime_agent_id);
ALTER TABLE public.tool_calls ADD CONSTRAINT tool_calls_run_of_agent
FOREIGN KEY (run_id, runtime_agent_id) REFERENCES public.runs (id, runtime_agent_id);
ALTER TABLE public.ledger_entries ADD CONSTRAINT ledger_entries_run_of_agent
FOREIGN KEY (run_id, runtime_agent_id) REFERENCES public.runs (id, runtime_agent_id);
ALTER TABLE public.ledger_entries ADD CONSTRAINT ledger_entries_message_event_of_agent
FOREIGN KEY (message_event_id, runtime_agent_id) REFERENCES public.message_events (id, runtime_agent_id);
ALTER TABLE public.ledger_entries ADD CONSTRAINT ledger_entries_tool_call_of_agent
FOREIGN KEY (tool_call_id, runtime_agent_id) REFERENCES public.tool_calls (id, runtime_agent_id);
ALTER TABLE public.conversation_search_events ADD CONSTRAINT conversation_search_events_run_of_agent
FOREIGN KEY (run_id, runtime_agent_id) REFERENCES public.runs (id, runtime_agent_id);
ALTER TABLE public.conversation_search_events ADD CONSTRAINT conversation_search_events_tool_call_of_agent
FOREIGN KEY (tool_call_id, runtime_agent_id) REFERENCES public.tool_calls (id, runtime_agent_id);
ALTER TABLE public.conversation_search_events ADD CONSTRAINT conversation_search_events_replay_of_agent
FOREIGN KEY (replay_of_id, runtime_agent_id) REFERENCES public.conversation_search_events (id, runtime_agent_id);
