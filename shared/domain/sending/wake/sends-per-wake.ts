/** The most sends that one queue message names; its worker delivers all that is due in their mailbox (domain/README.md, "Accepting a send"). */
export const SENDS_PER_WAKE = 500;
