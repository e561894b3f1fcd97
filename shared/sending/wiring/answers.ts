import type { Answers } from "../ports/claims.ts";
import { mongoAnswersTo, mongoAwayNote } from "#shared/inbox/store/answers.ts";
import { connect } from "#shared/platform/wiring/database.ts";

/**
 * Looks for replies before a send leaves that a reply may cancel: pulls the mailbox, then asks the store. It opens the store itself, because the
 * wiring of the inbox's stores would bring those along that only the pull uses.
 */
export const answers: Answers = {
  // Loaded on first use, because few sends need it.
  pull: async (...asked) => (await import("#shared/inbox/wiring/pull-now.ts")).pull(...asked),
  to: mongoAnswersTo(connect),
  away: mongoAwayNote(connect),
};
