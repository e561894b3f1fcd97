import { anyStartOf, anyWordOf } from "../languages/phrases.ts";
import { withLf } from "../readable-text.ts";
import { type ParsedMessage, headerOf } from "../../parsed-message.ts";
import { field, parseFields } from "../mime/headers.ts";
import { emailsIn } from "./prose.ts";
import { headOf, originalMessageIds, readBounceMessage } from "./bounce-message.ts";
import type { DeliveryAction, ReportedRecipient } from "./delivery-status.ts";

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
