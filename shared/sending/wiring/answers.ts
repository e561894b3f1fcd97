import type { Answers } from "../ports/claims.ts";
import { answersTo, awayNoteOf } from "#shared/inbox/wiring/stores.ts";

/** Looks for replies before a send leaves that a reply may cancel: pulls the mailbox, then asks the store. */
export const answers: Answers = {
  // Loaded on first use, because few sends need it.
  pull: async (...asked) => (await import("#shared/inbox/wiring/pull-now.ts")).pull(...asked),
  to: answersTo,
  away: awayNoteOf,
};
