/** How much worker time beyond the usual a mailbox may take in an hour, ms: the whole runs of two workers. */
export const WORKER_BUDGET_MS = 600_000;
/** How long an empty budget takes to fill, ms; it fills evenly. */
export const BUDGET_FILLS_IN_MS = 3_600_000;
