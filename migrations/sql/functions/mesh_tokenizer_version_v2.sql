-- The version of the text rules that search documents are built with; 0 marks a document that fell back to plain words.
CREATE OR REPLACE FUNCTION public.mesh_tokenizer_version()
RETURNS smallint
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
RETURN 2::smallint;
