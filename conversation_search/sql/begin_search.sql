-- Bounds every statement of this transaction in time, and pins how each is run, for whomever and however often.
-- Without sorts wherever an index has the order: a walk ends at the last row wanted, which no estimate foresees.
-- Without compiling: the estimates of plans for anybody are far above what a search reads.
SELECT
    set_config('statement_timeout', %(milliseconds)s::text, true) AS statement_timeout,
    set_config('plan_cache_mode', 'force_generic_plan', true) AS plan_cache_mode,
    set_config('enable_sort', 'off', true) AS enable_sort,
    set_config('jit', 'off', true) AS jit;
