import { withLf } from "../readable-text.ts";
import { field, parseFields } from "../mime/headers.ts";
import { type Header, type ParsedMessage, headerOf } from "../../parsed-message.ts";
import { mimeLimits } from "../mime/mime-entity.ts";
import { enhancedStatus } from "./bounce-class.ts";
import { emailIn, emailsIn } from "./prose.ts";
import { anyStartOf, anyWordOf } from "../languages/phrases.ts";
import { headOf, originalMessageIds, readBounceMessage } from "./bounce-message.ts";

/** What a mail system reports about one recipient (RFC 3464, 2.3.3). */
export type DeliveryAction = "failed" | "delayed" | "delivered" | "relayed" | "expanded";

/** One recipient of a delivery report; `status` is the enhanced code of RFC 3463 or `""`. */
export interface ReportedRecipient {
  readonly email: string;
  /** The recipient's address as the sender wrote it, when the report names another one as failed. */
  readonly original?: string;
  readonly action: DeliveryAction;
  readonly status: string;
  readonly reason: string;
}

const actions: readonly DeliveryAction[] = ["failed", "delayed", "delivered", "relayed", "expanded"];

/** Reads the recipient groups of a message/delivery-status body (RFC 3464, 2.1), up to 100 recipients. */
export const readDeliveryStatus = (content: string): ReportedRecipient[] => {
  const recipients: ReportedRecipient[] = [];
  for (const fields of recipientGroups(content)) {
    const email = recipientOf(fields);
    if (email === "") continue;
    if (recipients.length === mimeLimits.recipients) break;
    const diagnostic = field(fields, "diagnostic-code")
      .replace(/^\s*(?:x-)?[\w-]+\s*;\s*/i, "")
      .trim();
    const status = bestStatus(field(fields, "status"), diagnostic);
    const original = emailIn(addressOf(fields, "original-recipient"));
    const named = original === "" || original === email ? {} : { original };
    recipients.push({
      email,
      ...named,
      action: actionOf(field(fields, "action"), status),
      status,
      reason: diagnostic || field(fields, "status"),
    });
  }
  return recipients;
};

/** Groups are separated by empty lines; where a mailer left those out, a repeated recipient field starts the next group. */
const recipientGroups = function* (content: string): Generator<readonly Header[]> {
  for (const block of withLf(content).split(/\n[ \t]*\n\s*/)) {
    // the per-message group at the top names no recipient
    if (!recipientField.test(block)) continue;
    let group: Header[] = [];
    for (const header of parseFields(block)) {
      if (/^(?:final|original)-recipient$/.test(header.name) && group.some(({ name }) => name === header.name)) {
        yield group;
        group = [];
      }
      group.push(header);
    }
    yield group;
  }
};

const recipientFields = ["final-recipient", "original-recipient", "x-actual-recipient", "x-original-recipient", "final-log-recipient"];
const recipientField = new RegExp(`^(?:${recipientFields.join("|")})\\s*:`, "im");

/**
 * The Final-Recipient; when that is no complete address (a source route, a host without a domain), the original one, or one that some systems put in
 * other fields.
 */
const recipientOf = (fields: readonly Header[]): string => {
  const values = recipientFields.map((name) => addressOf(fields, name));
  const full = values.find((value) => !value.startsWith("@") && emailIn(value).split("@").at(-1)?.includes("."));
  return emailIn(full ?? values.find((value) => emailIn(value) !== "") ?? "");
};

/** The address of a field without its type; the ASCII form of RFC 6533, 3, writes other letters as `\x{FC}`. */
const addressOf = (fields: readonly Header[], name: string): string =>
  field(fields, name)
    .replace(/^\s*[\w-]+\s*;\s*/, "")
    .replace(/\\x\{((?:10|[0-9a-f])?[0-9a-f]{2,4})\}/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

const actionOf = (value: string, status: string): DeliveryAction => {
  const word = value.toLowerCase();
  const known = actions.find((action) => word.startsWith(action));
  if (known) return known;
  if (/^fail|^expired|^undeliver|^error/.test(word)) return "failed";
  if (word.startsWith("delay") || word.startsWith("defer")) return "delayed";
  return status.startsWith("2") ? "delivered" : status.startsWith("4") ? "delayed" : "failed";
};

/** The Status field, unless it is missing or general (x.0.0) and the server's text has a more exact code. */
const bestStatus = (status: string, diagnostic: string): string => {
  const own = enhancedStatus(status);
  if (own !== "" && !isGeneral(own)) return own;
  return enhancedStatus(diagnostic) || own || statusOfReplyCode(diagnostic);
};

/** Whether a status has only a class and no detail (RFC 3463, 3.1: "other undefined status"). */
export const isGeneral = (status: string): boolean => status === "" || status.endsWith(".0.0");

/** The general status of a bare SMTP reply code: `550` gives `5.0.0`. */
export const statusOfReplyCode = (text: string): string => {
  const code = /(?<![\d.\w-])([45])[0-5]\d(?![\d\w]|\.\d)/.exec(text)?.[1];
  return code ? `${code}.0.0` : "";
};

/** The longest text that is searched for a challenge, characters. */
const MAX_LENGTH = 4000;

const request = new RegExp(anyWordOf("challengeRequests"), "iu");
const purpose = new RegExp(anyStartOf("challengePurposes"), "iu");
/** Purposes for mail in which only the text shows a challenge. */
const proof = new RegExp(anyWordOf("challengeProofs"), "iu");

/** A line of a server that refused a mail; its text is no request to anybody. */
const serverLine = /\b5\d\d[ -]|\b5\.\d{1,3}\.\d{1,3}\b/;

/** Whether a mail that is a report asks its reader to prove to be a person, before a filter delivers the mail. */
export const isChallenge = ({ text, reports }: Pick<ParsedMessage, "text" | "reports">): boolean => {
  if (
    reports.some(
      ({ contentType, content }) =>
        contentType.endsWith("delivery-status") && /^diagnostic-code:[^\n]*(?:\n[^\n]*)?\b5\d\d\b/im.test(content),
    )
  )
    return false;
  return asksFor(text, purpose);
};

/** The same for a mail that is no report. */
export const isChallengeInProse = ({ text }: Pick<ParsedMessage, "text">): boolean => asksFor(text, proof);

const asksFor = (text: string, why: RegExp): boolean => {
  const head = withLf(text.slice(0, MAX_LENGTH));
  // Nearly all mail ends here.
  if (!why.test(head)) return false;
  const sentences = head.split(/\n\s*\n|[.!?]\s/);
  return sentences.some((sentence) => !serverLine.test(sentence) && request.test(sentence) && why.test(sentence));
};

/** A recipient's complaint about a mail, as reported by the recipient's provider. */
export interface Complaint {
  /** The Feedback-Type, in lower case; nearly always `abuse`. */
  readonly type: string;
  /** The Message-IDs of the returned mail. */
  readonly messageIds: readonly string[];
  /** The addresses of those who complained, in lower case; many providers hide them. */
  readonly recipients: readonly string[];
}

/** The types that are complaints (RFC 5965, 7.3); `not-spam` says the opposite, and `auth-failure` (RFC 6591) does not come from a recipient. */
const complaints = /^(?:abuse|fraud|virus|other|opt-out)$/;

/** Reads a feedback report (RFC 5965), or Microsoft's own form of one; undefined for any other mail, and for reports that are no complaints. */
export const readComplaint = (message: ParsedMessage): Complaint | undefined => {
  const report = message.reports.find(({ contentType }) => contentType.endsWith("feedback-report"));
  if (!report) return readJunkMailReport(message);
  if (!/^multipart\/report\b/i.test(headerOf(message, "content-type").trim())) return undefined;
  const fields = parseFields(report.content);
  const type = field(fields, "feedback-type").toLowerCase();
  if (!complaints.test(type)) return undefined;
  const recipients = ["original-rcpt-to", "removal-recipient"].flatMap((name) => emailsIn(field(fields, name)));
  return {
    type,
    messageIds: originalMessageIds(message, readBounceMessage(message)),
    recipients: lowered(recipients),
  };
};

const lowered = (emails: readonly string[]): readonly string[] => [...new Set(emails.map((email) => email.toLowerCase()))];

/** The sender and the subject of Microsoft's Junk Mail Reporting Program (JMRP, sendersupport.olc.protection.outlook.com). */
const junkMailSender = /^staff@(?:hotmail|outlook|live|microsoft)\.com$/i;
const junkMailSubject = /^complaint about message from\b/i;

/**
 * Reads a report of JMRP: a multipart/mixed without a report part, which encloses the mail. Its named recipient is the complainer. Sender, subject
 * and enclosed mail are all required: none of them makes a complaint by itself.
 */
const readJunkMailReport = (message: ParsedMessage): Complaint | undefined => {
  if (!junkMailSender.test(message.from.email) || !junkMailSubject.test(message.subject)) return undefined;
  const enclosed = message.reports.find(({ contentType }) => contentType === "message/rfc822");
  if (!enclosed || !/^multipart\/mixed\b/i.test(headerOf(message, "content-type").trim())) return undefined;
  const fields = parseFields(headOf(enclosed.content));
  return {
    type: "abuse",
    messageIds: originalMessageIds(message, readBounceMessage(message)),
    recipients: lowered(emailsIn(field(fields, "x-hmxmroriginalrecipient"))),
  };
};

/** A bounce or delivery event of Amazon SES that SNS sent as mail (SES Developer Guide, "Contents of event notifications"). */
export interface JsonNotification {
  readonly recipients: readonly ReportedRecipient[];
  readonly messageId: string;
}

/** The longest text that is parsed, characters; an event has a few KB. */
const JSON_MAX_LENGTH = 64 * 1024;

/** Parses such an event from the text of a mail; undefined for any other text, and for a complaint, which is no bounce. */
export const readJsonNotification = (text: string): JsonNotification | undefined => {
  if (!text.trimStart().startsWith("{") || !/(?:notification|event)Type\\?"/.test(text.slice(0, JSON_MAX_LENGTH))) return undefined;
  const outer = parseObject(
    text
      .slice(0, JSON_MAX_LENGTH)
      .trimStart()
      .replace(/!\r?\n /g, ""),
  );
  const event = typeof outer["Message"] === "string" ? parseObject(outer["Message"]) : outer;
  const kind = event["notificationType"] ?? event["eventType"];
  if (kind !== "Bounce" && kind !== "Delivery") return undefined;
  const bounce = objectOf(event["bounce"]);
  const action: DeliveryAction = kind === "Delivery" ? "delivered" : bounce["bounceType"] === "Transient" ? "delayed" : "failed";
  const listed = kind === "Bounce" ? listOf(bounce["bouncedRecipients"]) : listOf(objectOf(event["delivery"])["recipients"]);
  const recipients = listed.map((entry): ReportedRecipient => {
    const fields = objectOf(entry);
    const diagnostic = textOf(fields["diagnosticCode"]);
    return {
      email: typeof entry === "string" ? entry : textOf(fields["emailAddress"]),
      action,
      status: textOf(fields["status"]),
      reason: diagnostic,
    };
  });
  const headers = objectOf(objectOf(event["mail"])["commonHeaders"]);
  return { recipients: recipients.filter(({ email }) => email !== ""), messageId: textOf(headers["messageId"]) };
};

/** The JSON object at the start of a text, which may be followed by a footer. */
const parseObject = (text: string): Record<string, unknown> => {
  for (const candidate of [text, text.slice(0, text.indexOf("\n") + 1), text.slice(0, text.lastIndexOf("}") + 1)]) {
    try {
      return objectOf(JSON.parse(candidate));
    } catch {
      // the next candidate is shorter
    }
  }
  return {};
};

const objectOf = (value: unknown): Record<string, unknown> => {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {};
};

const listOf = (value: unknown): readonly unknown[] => {
  return Array.isArray(value) ? value : [];
};

const textOf = (value: unknown): string => {
  return typeof value === "string" ? value : "";
};
