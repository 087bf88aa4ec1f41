-- Every reference between people, links and challenges carries its agent: no link crosses from one perspective into
-- another. Few accounts were handed on, and a listing of many members asks about each of them.
ALTER TABLE public.identity_links ADD CONSTRAINT identity_links_person_of_agent
FOREIGN KEY (person_id, runtime_agent_id) REFERENCES public.persons (id, runtime_agent_id);
ALTER TABLE public.identity_links ADD CONSTRAINT identity_links_first_actor_of_agent
FOREIGN KEY (first_actor_id, runtime_agent_id) REFERENCES public.actors (id, runtime_agent_id);
ALTER TABLE public.identity_links ADD CONSTRAINT identity_links_second_actor_of_agent
FOREIGN KEY (second_actor_id, runtime_agent_id) REFERENCES public.actors (id, runtime_agent_id);
ALTER TABLE public.identity_challenges ADD CONSTRAINT identity_challenges_actor_of_agent
FOREIGN KEY (actor_id, runtime_agent_id) REFERENCES public.actors (id, runtime_agent_id);
ALTER TABLE public.identity_challenges ADD CONSTRAINT identity_challenges_run_of_agent
FOREIGN KEY (run_id, runtime_agent_id) REFERENCES public.runs (id, runtime_agent_id);
ALTER TABLE public.identity_challenges ADD CONSTRAINT identity_challenges_person_of_agent
FOREIGN KEY (person_id, runtime_agent_id) REFERENCES public.persons (id, runtime_agent_id);
ALTER TABLE public.identity_challenges ADD CONSTRAINT identity_challenges_redeemed_run_of_agent
FOREIGN KEY (redeemed_run_id, runtime_agent_id) REFERENCES public.runs (id, runtime_agent_id);
ALTER TABLE public.identity_challenges ADD CONSTRAINT identity_challenges_link_of_agent
FOREIGN KEY (link_id, runtime_agent_id) REFERENCES public.identity_links (id, runtime_agent_id);
