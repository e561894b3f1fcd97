import type { Answers } from "../../domain/sending/ports/answers.ts";
import { answersTo } from "./answers-to.ts";

/** What a worker asks before a send leaves that an answer cancels: the mailbox, then the store. */
export const answers: Answers = {
  // Loaded with the first such send: few are.
  pull: async (...asked) => (await import("./pull-now.ts")).pull(...asked),
  to: answersTo,
};
