import { listed, t } from "../../data/language.ts";
import type { Send, ThreadMessage } from "../../../client/index.ts";

/** What a send waits for, after "Waits for". */
const waits: Readonly<Record<string, string>> = {
  daily_limit: "the mailbox's daily limit",
  pace: "the mailbox's pace",
  rate: "the server's own limit",
  reconnect: "the mailbox, which has to be connected again",
  original: "the email that it follows",
  window: "its sending hours",
  retry: "its next attempt",
  mailbox: "the mailbox, whose server refuses what may be all of its mail",
  unclear_answer: "somebody to say whether a message is the answer",
  away: "its recipient, who is away",
  paused: "its sequence, which is paused",
  approval: "approval",
  outcome: "word from the server whether it was taken",
};

/** What a waiting send waits for; "" for its time or its turn alone. */
export const waitingFor = ({ waiting_for }: Pick<Send, "waiting_for">): string => t(waits[waiting_for] ?? "");

const cancels: Readonly<Record<string, string>> = {
  reply: "an answer",
  bounce: "a bounce",
  auto_reply: "an automatic answer",
  left: "a note that they have left",
  asked: "their request to stop",
};

/** Words for what cancels an email: "an answer or a bounce". */
export const cancelledBy = (events: readonly string[]): string =>
  listed(
    events.map((one) => t(cancels[one] ?? one)),
    "disjunction",
  );

const absences: Readonly<Record<string, string>> = { away: "away", left: "left for good", received: "receipt" };

/** A day of the calendar, wherever the reader is. */
const calendarDay = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

/** What an automatic answer tells; "" for other mail, and where it tells nothing. */
export const absenceWords = ({ auto_class: of, returns_on: day }: Pick<ThreadMessage, "auto_class" | "returns_on">): string =>
  day === "" ? t(absences[of] ?? "") : t("away, back on {day}", { day: calendarDay.format(new Date(day)) });

/** What an answer means, for people. */
export const intents: readonly (readonly [Exclude<ThreadMessage["intent"], "">, string])[] = [
  ["unknown", "Nothing certain"],
  ["interested", "Interested"],
  ["question", "A question"],
  ["not_now", "Not now"],
  ["not_interested", "Not interested"],
  ["wrong_person", "The wrong person"],
  ["unsubscribe", "No more emails"],
];

/** What an answer means; "" for other mail, and where nothing is certain. */
export const intentWords = ({ intent }: Pick<ThreadMessage, "intent">): string =>
  intent === "unknown" ? "" : t(intents.find(([one]) => one === intent)?.[1] ?? "");

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
export const linkWords = (rule: string): string => t(links[rule] ?? rule.replaceAll("_", " "));

const rules: Readonly<Record<string, string>> = {
  answers_own_send: "It answers an email of yours.",
  names_parent: "It answers another email.",
  bulk_header: "Its headers say that it went to a list.",
  feedback_report: "It is a report that a recipient marked an email as spam.",
  delivery_report: "It is a mail system's report about a delivery.",
  none: "No rule for another kind matched.",
};

/** Why a message has its kind, as a sentence. */
export const kindWords = (rule: string): string =>
  rule in rules ? t(rules[rule]!) : t("Rule: {rule}.", { rule: rule.replaceAll("_", " ") });

/** Marks that turn the direction of text, characters without a glyph, and line breaks: a name with them reads as another one. */
const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** A file's name without characters that change how its end looks, so that the real extension stands last. */
export const fileName = (given: string): string => given.replaceAll(UNSEEN, "").replaceAll(/\s+/g, " ").trim() || t("Unnamed file");

/** A file's name in two parts: the stem, and the extension from the last dot on, which is always shown. */
export const partsOfName = (name: string): readonly [stem: string, extension: string] => {
  const at = /.\.[^.\s]{1,12}$/.test(name) ? name.lastIndexOf(".") : name.length;
  return [name.slice(0, at), name.slice(at)];
};

/** Whether an email has not left yet. */
export const isWaiting = ({ status }: Pick<ThreadMessage, "status">): boolean => ["scheduled", "queued", "processing"].includes(status);

/** What may stand after an address in a sentence and is not part of it. */
const AFTER = /(?<![.,;:!?…'*_])[.,;:!?…'*_]+$/;

/** Where an address ends in running text: before punctuation, and before a bracket that opens outside of it. */
const addressEnd = (found: string): number => {
  const bare = found.replace(AFTER, "");
  const last = bare.at(-1) ?? "";
  const opener = { ")": "(", "]": "[", "}": "{" }[last];
  const isOutside = opener !== undefined && bare.split(opener).length < bare.split(last).length;
  return isOutside ? addressEnd(bare.slice(0, -1)) : bare.length;
};

/** A text in parts: the odd ones are web addresses, the even ones the text between them. */
export const linksIn = (text: string): readonly string[] => {
  const parts = text.split(/(https?:\/\/[^\s<>"\u201c\u201d\u00ab\u00bb]{1,2000})/);
  for (let at = 1; at < parts.length; at += 2) {
    const found = parts[at]!;
    const end = addressEnd(found);
    parts[at] = found.slice(0, end);
    parts[at + 1] = `${found.slice(end)}${parts[at + 1]}`;
  }
  return parts;
};
