import type { Answers } from "../../domain/sending/ports/answers.ts";
import { answersTo } from "./answers-to.ts";

/** Looks for replies before a send leaves that a reply may cancel: first in the mailbox, then in the store. */
export const answers: Answers = {
  // Loaded on first use, because few sends need it.
  pull: async (...asked) => (await import("./pull-now.ts")).pull(...asked),
  to: answersTo,
};
