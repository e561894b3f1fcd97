import { field, parseFields } from "../mime/headers.ts";
import { type ParsedMessage, headerOf } from "../../parsed-message.ts";
import { isForwardSubject, isReplySubject } from "../../write/compose/compose.ts";
import { type Match, matchOf } from "../readable-text.ts";
import {
  isChallenge,
  readJsonNotification,
  isGeneral,
  readDeliveryStatus,
  statusOfReplyCode,
  type DeliveryAction,
  type ReportedRecipient,
} from "./reports.ts";
import {
  emailIn,
  daemonLocalPart,
  bounceSubject,
  delayProse,
  notificationDomain,
  saysFailure,
  smtpDialogue,
  systemLocalPart,
  systemName,
  emailsIn,
  failureProse,
  gaveUpProse,
  reasonLabel,
  recipientsInProse,
} from "./prose.ts";
import { hasEmptyReturnPath, readBounceMessage, originalMessageIds, type BounceMessage } from "./bounce-message.ts";
import { parseAddresses } from "../mime/field-values.ts";
import { parseMessageIds } from "../mail-ids.ts";
import { classOfWords, enhancedStatus } from "./bounce-class.ts";
import { parseMessage } from "../mime/parse-message.ts";
import { mimeLimits } from "../mime/mime-entity.ts";

/**
 * How a bounce was recognised: by a report (RFC 3464), a rejection in the form of a receipt (RFC 5429), an event of a mail service, or the text of a
 * bounce message.
 */
export type BounceRule = "delivery_report" | "rejection_receipt" | "delivery_event" | "delivery_notice";

/**
 * Who made a bounce. `system`: a mail system, so that it may be recorded on a send. `report`: it has the form of a report, but anybody may have sent
 * it, so that only the unguessable Message-ID proves it. `person`: it only looks like a bounce, and is recorded on no send.
 */
export type ReportOrigin = "system" | "report" | "person";

/** How a mail was recognised as a bounce, and who made it. */
export interface BounceMatch extends Match<BounceRule> {
  readonly maker: ReportOrigin;
}

/** Recognises a bounce; undefined for any other mail. Complaints (RFC 5965), read receipts (RFC 8098) and challenges are not bounces. */
const matchBounce = (message: ParsedMessage): BounceMatch | undefined => {
  const type = headerOf(message, "content-type");
  const reportType = /^multipart\/report\b/i.test(type.trim())
    ? (/report-type\s*=\s*"?([\w-]{1,40})/i.exec(type)?.[1] ?? "").toLowerCase()
    : "";
  const part = (name: string) => message.reports.find((report) => report.contentType.endsWith(name))?.content;
  const sender = senderOf(message);
  const receipt = part("disposition-notification");
  if (receipt !== undefined || reportType === "disposition-notification") return rejection(message, receipt ?? "", sender);
  if (reportType === "feedback-report" || part("feedback-report") !== undefined) return undefined;

  const domain = message.from.email.slice(message.from.email.lastIndexOf("@") + 1).toLowerCase();
  if (notificationDomain.test(domain) && readJsonNotification(message.text))
    return { ...matchOf("delivery_event", `From: ${message.from.email}`), maker: "system" };

  const passedOn = isReplySubject(message.subject) || isForwardSubject(message.subject);
  const subject = !passedOn && bounceSubject.test(message.subject);
  const status = part("delivery-status");
  const isReport = /^multipart\/report\b/i.test(type.trim());
  if (status === undefined || (!isReport && sender === "person" && !subject)) return bounceInProse(message, sender, { subject, passedOn });
  if (isChallenge(message)) return undefined;
  const shown = isReport ? `Content-Type: ${type}` : shownBy(message, subject);
  if (sender === "person") return { ...matchOf("delivery_report", shown), maker: isReport ? "report" : "person" };
  return { ...matchOf("delivery_report", shown), maker: isReport ? "system" : originOf(sender, subject) };
};

type Sender = "daemon" | "postmaster" | "likely" | "person";

/** A mailer daemon, a postmaster, a sender whose name or empty return path (RFC 5321, 6.1) suggests a mail system, or anybody. */
const senderOf = (message: ParsedMessage): Sender => {
  const named = systemName.test(message.from.name);
  const { email } = message.from;
  const local = (email.slice(0, Math.max(0, email.lastIndexOf("@"))) || email).toLowerCase();
  if (daemonLocalPart.test(local) || (email === "" && named)) return "daemon";
  const nullPath = hasEmptyReturnPath(message);
  if (systemLocalPart.test(local) || (named && nullPath)) return "postmaster";
  return named || nullPath ? "likely" : "person";
};

/** A sender that only may be a mail system counts as one when the subject is that of a bounce too. */
const originOf = (sender: Sender, subject: boolean): ReportOrigin => {
  if (sender === "person") return "person";
  return sender === "likely" && !subject ? "report" : "system";
};

const shownBy = ({ subject, from }: ParsedMessage, bySubject: boolean): string => {
  return bySubject ? `Subject: ${subject}` : `From: ${from.name} <${from.email}>`;
};

/** A receipt that reports a rejection: Sieve and Dovecot send these (RFC 5429, 2.1), and old mail programs use the type (RFC 2298). */
const rejection = (message: ParsedMessage, receipt: string, sender: Sender): BounceMatch | undefined => {
  const disposition = field(parseFields(receipt), "disposition");
  const submitted = headerOf(message, "auto-submitted");
  const refused = /;\s*(?:rejected|failed)\b/i.test(disposition) || /\(rejected\)/i.test(submitted);
  if (!refused) return undefined;
  return { ...matchOf("rejection_receipt", `Disposition: ${disposition}`), maker: sender === "person" ? "report" : "system" };
};

/** A bounce message without a delivery-status part: the less likely it is that its sender is a mail system, the more its text must show. */
const bounceInProse = (
  message: ParsedMessage,
  sender: Sender,
  { subject, passedOn }: { readonly subject: boolean; readonly passedOn: boolean },
): BounceMatch | undefined => {
  // almost all mail ends here, before its text is read
  if (sender === "person" && (!subject || passedOn)) return undefined;
  const notice = readBounceMessage(message);
  const text = notice.lines.slice(0, 400).join(" ").replace(/\s+/g, " ").slice(0, 20_000);
  const prose = saysFailure(text) || delayProse.test(text) || headerOf(message, "x-failed-recipients") !== "";
  const returned = notice.original.length > 2 || message.reports.length > 0;
  const dialogue = smtpDialogue.test(text);
  const automatic = /^\s*auto-/i.test(headerOf(message, "auto-submitted"));
  const two = [subject, prose, returned || dialogue].filter(Boolean).length > 1;
  // shops and carriers also say automatically that something was not delivered, but name no address
  const named = automatic && emailIn(text) !== "";
  // a person who acts as postmaster sends neither with an empty envelope sender nor, under such a subject, a list of addresses
  const one = automatic || hasEmptyReturnPath(message) ? subject || prose || dialogue : subject && !passedOn && emailIn(text) !== "";
  const enough = { daemon: subject || prose, postmaster: two || one, likely: two, person: prose && (returned || dialogue || named) }[
    sender
  ];
  return enough ? { ...matchOf("delivery_notice", shownBy(message, subject)), maker: originOf(sender, subject) } : undefined;
};

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
