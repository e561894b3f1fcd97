import { type ParsedMessage, headerOf } from "../../parsed-message.ts";
import { field, parseFields } from "../mime/header-block.ts";
import { emailsIn } from "./email-in.ts";
import { headOf, originalMessageIds, readBounceMessage } from "./bounce-message.ts";

/** A recipient's complaint about a mail, as reported by the recipient's provider. */
export interface Complaint {
  /** The Feedback-Type, in lower case; nearly always `abuse`. */
  readonly type: string;
  /** The Message-IDs of the mail that it returns. */
  readonly messageIds: readonly string[];
  /** The complainers' addresses, in lower case, if reported; many providers hide them. */
  readonly recipients: readonly string[];
}

/** The types that are complaints (RFC 5965, 7.3); `not-spam` says the opposite, and `auth-failure` (RFC 6591) does not come from a recipient. */
const complaints = /^(?:abuse|fraud|virus|other|opt-out)$/;

/** Reads a feedback report (RFC 5965), or Microsoft's in its own form; undefined for any other mail, and for reports that are no complaints. */
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
 * Reads a report of JMRP: a multipart/mixed without a report part, which encloses the mail. What it names as the recipient is the complainer. Sender,
 * subject and enclosed mail are wanted together; none of them alone makes a complaint.
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
