-- A destination with one reader also names the other accounts that this reader has proved to be theirs.
ALTER TYPE public.mesh_audience ADD ATTRIBUTE person_readers text[];
