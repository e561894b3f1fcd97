import { accepting } from "./accepting.ts";
import { sanitize } from "./html.ts";
import { messages } from "./messages.ts";
import { sends } from "./sends.ts";
import { threads } from "./threads.ts";

/** The ports of accepting replies, forwards and follow-ups. */
export const answering = { ...accepting, messages, threads, sends, sanitize };
