import { accepting } from "#shared/sending/wiring/accepting.ts";
import { sanitize } from "#shared/platform/html/sanitize.ts";
import { messagesWithBodies as messages } from "#shared/inbox/wiring/stores.ts";
import { sendsWithBodies as sends } from "#shared/sending/wiring/stores.ts";
import { threads } from "./stores.ts";

/** The dependencies of accepting replies, forwards and follow-ups. */
export const answering = { ...accepting, messages, threads, sends, sanitize };
