import type { ParsedMessage } from "../parsed-message.ts";
import { headerOf } from "../parsed-message.ts";
import { readJsonNotification } from "./json-notification.ts";
import { hasEmptyReturnPath } from "./notice.ts";
import type { Notice } from "./notice.ts";
import { daemonLocalPart, daemonName, failureProse, noticeSubjects } from "./phrases.ts";

/** Whether a mail is a delivery notice: a report, or a mail system's sender with a known form. A complaint (RFC 5965) or a read receipt (RFC 8098) is none. */
export function isBounce(message: ParsedMessage, notice: Notice): boolean {
  const has = (type: string) => message.reports.some((report) => report.contentType.endsWith(type));
  if (has("feedback-report") || has("disposition-notification")) return false;
  if (/report-type="?(?:feedback-report|disposition-notification)/i.test(headerOf(message, "content-type"))) return false;
  if (has("delivery-status")) return true;
  if (headerOf(message, "x-failed-recipients") !== "" || readJsonNotification(message.text)) return true;

  const subject = noticeSubjects.some((pattern) => pattern.test(message.subject));
  const text = notice.lines.slice(0, 400).join(" ").replace(/\s+/g, " ").slice(0, 20_000);
  const prose = failureProse.some((pattern) => pattern.test(text));
  if (isDaemonSender(message)) return subject || prose;
  if (hasEmptyReturnPath(message)) return prose && (subject || message.reports.length > 0);
  return subject && prose && notice.original.length > 2;
}

function isDaemonSender(message: ParsedMessage): boolean {
  const { name, email } = message.from;
  const local = email.slice(0, Math.max(0, email.lastIndexOf("@"))) || email;
  return daemonLocalPart.test(local.toLowerCase()) || daemonName.test(name.toLowerCase());
}
