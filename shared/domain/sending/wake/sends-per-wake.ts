/** How many sends one queue message names at most; whoever takes it delivers all that is due in their mailbox (domain/README.md, "Accepting a send"). */
export const SENDS_PER_WAKE = 500;
