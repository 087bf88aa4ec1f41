-- Finds the class of what was said to one audience and built on nothing. The same release makes the table.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX disclosure_classes_plain ON public.disclosure_classes (runtime_agent_id, (audience_ids[1]))
WHERE cardinality(audience_ids) = 1;
