import { pullNow } from "../../domain/inbox/pull/pull-now.ts";
import { mailReader } from "./mail-reader.ts";
import { pulling } from "./pulling.ts";

/** Pulls a mailbox now. */
export const pull = pullNow({ ...pulling, mailReader });
