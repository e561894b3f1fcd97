import type { Answers } from "../ports/claims.ts";
import { mongoAnswersTo, mongoAwayNote } from "#shared/inbox/store/answers.ts";
import { connect } from "#shared/platform/wiring/database.ts";

/**
 * Checks for replies before a send leaves that a reply may cancel: pulls the mailbox, then asks the store. The store is opened here, because the
 * module of the inbox's stores would load others that only the pull uses.
 */
export const answers: Answers = {
  // Loaded on first use, because few sends need it.
  pull: async (...asked) => (await import("#shared/inbox/wiring/pull-now.ts")).pull(...asked),
  to: mongoAnswersTo(connect),
  away: mongoAwayNote(connect),
};
