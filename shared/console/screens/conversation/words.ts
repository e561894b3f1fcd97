import type { Send, ThreadMessage } from "../../../client/index.ts";

/** What a send waits for, after "Waits for". */
const waits: Readonly<Record<string, string>> = {
  daily_limit: "the mailbox's daily limit",
  rate: "the server's own limit",
  reconnect: "the mailbox, which has to be connected again",
  original: "the email that it follows",
  window: "its sending hours",
  retry: "its next attempt",
  outcome: "word from the server whether it was taken",
};

/** What a waiting send waits for; "" for its time or its turn alone. */
export const waitingFor = ({ waiting_for }: Pick<Send, "waiting_for">): string => waits[waiting_for] ?? "";

const links: Readonly<Record<string, string>> = {
  new: "It starts a conversation.",
  send: "It names an email of yours in its headers.",
  links: "Its headers name emails of this conversation.",
  newcomer: "Its headers name emails of this conversation, but its sender had no part in it.",
  quote: "It quotes an email of yours.",
  subject: "It has the subject of the only email that you sent to its sender.",
  recipient: "It reports on the recipient of an email of yours, without naming which.",
};

/** Why a message is in its conversation, as a sentence. */
export const linkWords = (rule: string): string => links[rule] ?? rule.replaceAll("_", " ");

const rules: Readonly<Record<string, string>> = {
  answers_own_send: "It answers an email of yours.",
  names_parent: "It answers another email.",
  bulk_header: "Its headers say that it went to a list.",
  feedback_report: "It is a report that a recipient marked an email as spam.",
  delivery_report: "It is a mail system's report about a delivery.",
  none: "No rule for another kind matched.",
};

/** Why a message has its kind, as a sentence. */
export const kindWords = (rule: string): string => rules[rule] ?? `Rule: ${rule.replaceAll("_", " ")}.`;

/** The people of an email as a line. */
export const people = (list: readonly { readonly name: string; readonly email: string }[]): string =>
  list.map(({ name, email }) => (name === "" ? email : `${name} <${email}>`)).join(", ");

/** Whether an email has not left yet. */
export const isWaiting = ({ status }: Pick<ThreadMessage, "status">): boolean => ["scheduled", "queued", "processing"].includes(status);
