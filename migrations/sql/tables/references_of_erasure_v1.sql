-- Steps, items and receipts are of the agent of their request.
ALTER TABLE public.erasure_items ADD CONSTRAINT erasure_items_request_of_agent
FOREIGN KEY (request_id, runtime_agent_id) REFERENCES public.erasure_requests (id, runtime_agent_id);
ALTER TABLE public.erasure_events ADD CONSTRAINT erasure_events_request_of_agent
FOREIGN KEY (request_id, runtime_agent_id) REFERENCES public.erasure_requests (id, runtime_agent_id);
ALTER TABLE public.erasure_receipts ADD CONSTRAINT erasure_receipts_request_of_agent
FOREIGN KEY (request_id, runtime_agent_id) REFERENCES public.erasure_requests (id, runtime_agent_id);
