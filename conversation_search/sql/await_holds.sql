-- Waits for holds and policies that are being placed, and keeps more from being placed until the transaction ends.
SELECT true AS is_done
FROM public.mesh_await_holds();
