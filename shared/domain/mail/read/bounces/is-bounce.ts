import { type ParsedMessage, headerOf } from "../../parsed-message.ts";
import { readJsonNotification } from "./json-notification.ts";
import { hasEmptyReturnPath, readNotice } from "./notice.ts";
import {
  answeredOrForwarded,
  daemonLocalPart,
  failureProse,
  noticeSubjects,
  smtpDialogue,
  systemLocalPart,
  systemName,
} from "./phrases.ts";

/** Whether a mail is a delivery notice: a report, or a mail system's sender with a known form. A complaint (RFC 5965) or a read receipt (RFC 8098) is none. */
export const isBounce = (message: ParsedMessage): boolean => {
  const has = (type: string) => message.reports.some((report) => report.contentType.endsWith(type));
  const type = headerOf(message, "content-type");
  if (has("feedback-report") || has("disposition-notification") || /report-type="?(?:feedback-report|disposition-notification)/i.test(type))
    return false;
  if (headerOf(message, "x-failed-recipients") !== "" || readJsonNotification(message.text)) return true;

  const sender = senderOf(message);
  const subject = noticeSubjects.some((pattern) => pattern.test(message.subject));
  const passedOn = answeredOrForwarded.test(message.subject);
  if (has("delivery-status")) return /multipart\/report/i.test(type) || sender !== "person" || (subject && !passedOn);

  // almost all mail ends here, before its text is looked at
  if (sender === "person" && (!subject || passedOn)) return false;
  const notice = readNotice(message);
  const text = notice.lines.slice(0, 400).join(" ").replace(/\s+/g, " ").slice(0, 20_000);
  const prose = failureProse.some((pattern) => pattern.test(text));
  const returned = notice.original.length > 2 || message.reports.length > 0 || smtpDialogue.test(text);
  if (sender === "daemon") return subject || prose;
  if (sender === "system") return [subject, prose, returned].filter(Boolean).length > 1;
  return prose && returned;
};

/** A mailer daemon, a sender that may be a mail system, or anybody. An empty return path (RFC 5321, 6.1) makes a mail system likely. */
const senderOf = (message: ParsedMessage): "daemon" | "system" | "person" => {
  const { name, email } = message.from;
  const local = (email.slice(0, Math.max(0, email.lastIndexOf("@"))) || email).toLowerCase();
  if (daemonLocalPart.test(local) || (email === "" && systemName.test(name.toLowerCase()))) return "daemon";
  return systemLocalPart.test(local) || systemName.test(name.toLowerCase()) || hasEmptyReturnPath(message) ? "system" : "person";
};
