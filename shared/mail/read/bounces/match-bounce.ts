import { field, parseFields } from "../mime/headers.ts";
import { type ParsedMessage, headerOf } from "../../parsed-message.ts";
import { isForwardSubject, isReplySubject } from "../../write/compose/subject.ts";
import { type Match, matchOf } from "../match.ts";
import { isChallenge, readJsonNotification } from "./other-reports.ts";
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
} from "./prose.ts";
import { hasEmptyReturnPath, readBounceMessage } from "./bounce-message.ts";

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
export const matchBounce = (message: ParsedMessage): BounceMatch | undefined => {
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
