import { parseAddresses } from "../mime/addresses.ts";
import { field } from "../mime/headers.ts";
import { parseMessageIds } from "../mime/message-ids.ts";
import { type ParsedMessage, headerOf } from "../../parsed-message.ts";
import { isGeneral, readDeliveryStatus, statusOfReplyCode, type DeliveryAction, type ReportedRecipient } from "./delivery-status.ts";
import { classOfWords, enhancedStatus } from "./bounce-class.ts";
import { emailsIn, bounceSubject, delayProse, failureProse, gaveUpProse, reasonLabel, saysFailure, recipientsInProse } from "./prose.ts";
import { type BounceMatch, matchBounce } from "./match-bounce.ts";
import { readJsonNotification } from "./other-reports.ts";
import { originalMessageIds, readBounceMessage, type BounceMessage } from "./bounce-message.ts";
import { parseMessage } from "../mime/parse-message.ts";
import { mimeLimits } from "../mime/mime-entity.ts";

/** The content of a DSN (RFC 3464), or of a bounce message in prose, about a sent message. */
export interface Bounce extends BounceMatch {
  readonly recipients: readonly ReportedRecipient[];
  /** The Message-IDs of the sent message with angle brackets, the most probable first; empty when the bounce names none. */
  readonly messageIds: readonly string[];
  /** The enhanced status (RFC 3463) of the first failed recipient, `""` when unknown. */
  readonly status: string;
  readonly reason: string;
  /** True when delivery was given up; false for a delay, a relay or a report of success. */
  readonly final: boolean;
}

/** Reads a bounce by its delivery-status part (RFC 3464), else by its text; undefined for any other mail. */
export const readBounce = (message: ParsedMessage): Bounce | undefined => {
  const match = matchBounce(message);
  if (!match) return undefined;
  const notice = readBounceMessage(message);
  const json = match.rule === "delivery_event" ? readJsonNotification(message.text) : undefined;
  const own = ownAddresses(message, notice);
  const recipients = json?.recipients ?? reported(message, notice, own) ?? fromProse(message, notice, own);
  const failed = recipients.find((recipient) => recipient.action === "failed");
  const first = failed ?? recipients[0];
  return {
    ...match,
    recipients,
    messageIds: json ? parseMessageIds(json.messageId, 1) : originalMessageIds(message, notice),
    status: first?.status ?? statusIn(notice.lines.join("\n")),
    reason: first?.reason ?? "",
    final: first ? failed !== undefined : actionInProse(message, notice) === "failed",
  };
};

/**
 * The addresses of the correspondents, in lower case: they did not fail, except in mail to oneself; nor did a list that passed the mail on (RFC 2369,
 * 3.4).
 */
const ownAddresses = (message: ParsedMessage, notice: BounceMessage): ReadonlySet<string> => {
  const ofOriginal = (name: string) => emailsIn(field(notice.original, name));
  const correspondents = [message.from.email, ...message.to.map(({ email }) => email), ...ofOriginal("from")];
  const own = new Set(correspondents.map((email) => email.toLowerCase()));
  for (const email of ofOriginal("to")) own.delete(email.toLowerCase());
  for (const email of listFields.flatMap(ofOriginal)) own.add(email.toLowerCase());
  return own;
};

/** Fields in which mailing lists name themselves. */
const listFields = ["list-post", "x-beenthere", "x-mailing-list", "mailing-list"];

/** The recipients in the delivery-status part, or in one that a gateway has turned into text. */
const reported = (message: ParsedMessage, notice: BounceMessage, own: ReadonlySet<string>): readonly ReportedRecipient[] | undefined => {
  const parts = statusParts(message.reports);
  const enclosed = message.reports.filter(({ contentType }) => contentType === "message/rfc822");
  const wrapped = () => enclosed.slice(0, 1).flatMap(({ content }) => statusParts(parseMessage(Buffer.from(content)).reports));
  const flattened = () => {
    const isFlattened = notice.lines.some((line) => /^[\s>]*(?:final|original)-recipient\s*:/i.test(line));
    return isFlattened ? [notice.lines.map((line) => line.replace(/^[\s>]+/, "")).join("\n")] : [];
  };
  for (const contents of [() => parts, flattened, () => (parts.length > 0 ? [] : wrapped())]) {
    for (const content of contents()) {
      const recipients = readDeliveryStatus(content);
      const others = recipients.filter(({ email }) => !own.has(email.toLowerCase()));
      if (recipients.length > 0) return withSentences(withoutDoubles(others.length > 0 ? others : recipients), notice.lines);
    }
  }
  return undefined;
};

const statusParts = (reports: ParsedMessage["reports"]): string[] => {
  return reports.filter(({ contentType }) => /delivery-status/.test(contentType)).map(({ content }) => content);
};

/**
 * When a report says only "failed", the bounce message's line about the same recipient may have the status; when the report has only codes, that line
 * may have the server's sentence.
 */
const withSentences = (recipients: readonly ReportedRecipient[], lines: readonly string[]): readonly ReportedRecipient[] => {
  if (recipients.every(({ status, reason }) => !isGeneral(status) && !isBare(reason))) return recipients;
  const named = recipientsInProse(lines, new Set());
  return recipients.map((recipient) => {
    const context = named.find(({ email }) => email.toLowerCase() === recipient.email.toLowerCase())?.context;
    const about = context ?? (recipients.length === 1 ? lines.join("\n") : "");
    const exact = isGeneral(recipient.status) ? enhancedStatus(about) : "";
    const fits = exact !== "" && (recipient.status === "" || exact[0] === recipient.status[0]);
    const sentence = isBare(recipient.reason) ? reasonIn(about) || (recipients.length === 1 ? reasonIn(lines.join("\n")) : "") : "";
    return { ...recipient, ...(fits && { status: exact }), ...(sentence !== "" && { reason: sentence }) };
  });
};

/** Whether a reason holds only codes and addresses: "550", "smtp; 5.0.0", "<a@b.example>". */
const isBare = (reason: string): boolean =>
  !/\p{L}{2}/u.test(reason.replace(/\S{1,64}@\S{1,255}|^\s*(?:x-)?(?:smtp|unix|esmtp)\b|\b\w\b/gi, ""));

const fromProse = (message: ParsedMessage, notice: BounceMessage, own: ReadonlySet<string>): ReportedRecipient[] => {
  const action = actionInProse(message, notice);
  const text = notice.lines.join("\n");
  const inProse = recipientsInProse(notice.lines, own);
  const listed = emailsIn(headerOf(message, "x-failed-recipients")).slice(0, mimeLimits.recipients);
  const certain = inProse.some((recipient) => recipient.certain) || (inProse.length > 0 && listed.length === 0);
  const named = certain
    ? inProse
    : (listed.length > 0 ? listed : elsewhere(message, notice, own)).map((email) => ({ email, context: text }));
  const ofAll = { status: statusIn(text), reason: reasonIn(text) };
  return withoutDoubles(
    named.map(({ email, context }) => ({
      email,
      action,
      status: statusIn(context) || ofAll.status,
      reason: reasonIn(context) || ofAll.reason,
    })),
  );
};

/** Other places that may name the recipient: the subject, the To of the returned message. */
const elsewhere = (message: ParsedMessage, notice: BounceMessage, own: ReadonlySet<string>): string[] => {
  const others = (emails: readonly string[]) => emails.filter((email) => !own.has(email.toLowerCase()));
  const subject = others(emailsIn(message.subject));
  return subject.length > 0 ? subject : others(parseAddresses(field(notice.original, "to")).map((address) => address.email));
};

/**
 * Whether the server has given up the mail, by the words of a notice: it says so, or reports a failure that it does not call temporary. A notice
 * without any sign of the end is about mail that is still on its way.
 */
const actionInProse = (message: ParsedMessage, notice: BounceMessage): DeliveryAction => {
  const text = `${message.subject}\n${notice.lines.join(" ").replace(/\s+/g, " ")}`;
  if (gaveUpProse.test(text)) return "failed";
  if (statusIn(text).startsWith("5")) return "failed";
  if (delayProse.test(text)) return "delayed";
  const isTemporary = statusIn(text).startsWith("4");
  const isFailure = failureProse.test(text) || (!isTemporary && (bounceSubject.test(message.subject) || classOfWords(text) !== undefined));
  return isFailure ? "failed" : "delayed";
};

const statusIn = (text: string): string => {
  return enhancedStatus(text) || statusOfReplyCode(text);
};

/**
 * The signs that a paragraph contains the server's text, the surest first: a reply code, a status, a label, words of a refusal, words of a failure.
 */
const speaking: readonly ((said: string) => boolean)[] = [
  (said) => /(?<![\d.])[45]\d\d[ -]/.test(said) && !isBare(said),
  (said) => enhancedStatus(said) !== "" && !isBare(said),
  (said) => reasonLabel.test(said),
  (said) => !isBare(said) && specificClass(said),
  (said) => saysFailure(said) && !isBare(said),
  (said) => !isBare(said),
];

/** Whether a paragraph names a specific reason; words such as "temporarily" do not count. */
const specificClass = (said: string): boolean => {
  const kind = classOfWords(said);
  return kind !== undefined && kind !== "other";
};

/**
 * The server's text, from the reply code or the label to the end of its paragraph, or else the most specific paragraph; "" when no paragraph has
 * words; at most 500 characters.
 */
const reasonIn = (text: string): string => {
  const paragraphs = text.split(/\n\s*\n/).slice(0, 100);
  const paragraph = speaking.map((speaks) => paragraphs.find(speaks)).find((found) => found !== undefined) ?? "";
  const label = reasonLabel.exec(paragraph);
  const said = label && !/(?<![\d.])[45]\d\d[ -]/.test(paragraph) ? paragraph.slice(label.index + label[0].length) : paragraph;
  const line = said.replace(/\s+/g, " ").trim();
  const from = /(?<![\d.])[45]\d\d[ -]/.exec(line)?.index ?? 0;
  return line.slice(from, from + 500);
};

const withoutDoubles = (recipients: readonly ReportedRecipient[]): ReportedRecipient[] => {
  const seen = new Map<string, ReportedRecipient>();
  for (const recipient of recipients) {
    const key = recipient.email.toLowerCase();
    if (!seen.has(key)) seen.set(key, recipient);
  }
  return [...seen.values()];
};
