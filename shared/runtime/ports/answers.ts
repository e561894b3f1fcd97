import { pullNow } from "../../domain/inbox/pull/pull-now.ts";
import type { Answers } from "../../domain/sending/ports/answers.ts";
import { answersTo } from "./answers-to.ts";
import { mailReader } from "./mail-reader.ts";
import { pulling } from "./pulling.ts";

/** What a worker asks before a send leaves that an answer cancels: the mailbox, then the store. */
export const answers: Answers = { pull: pullNow({ ...pulling, mailReader }), to: answersTo };
