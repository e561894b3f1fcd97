import { parseAddresses } from "../mime/addresses.ts";
import { field } from "../mime/header-block.ts";
import { parseMessageIds } from "../mime/message-ids.ts";
import { type ParsedMessage, headerOf } from "../../parsed-message.ts";
import { enhancedStatus, readDeliveryStatus, statusOfReplyCode, type DeliveryAction, type ReportedRecipient } from "./delivery-status.ts";
import { emailsIn } from "./email-in.ts";
import { type BounceSign, bounceSign } from "./bounce-sign.ts";
import { readJsonNotification } from "./json-notification.ts";
import { originalMessageId, readNotice, type Notice } from "./notice.ts";
import { delayProse, gaveUpProse } from "./phrases.ts";
import { recipientsInProse } from "./prose.ts";

/** What a delivery notice tells about a message that was sent. */
export interface Bounce extends BounceSign {
  readonly recipients: readonly ReportedRecipient[];
  /** The Message-ID of that message with its angle brackets, `""` when the notice does not name it. */
  readonly originalMessageId: string;
  /** The enhanced status (RFC 3463) of the first failed recipient, `""` when unknown. */
  readonly status: string;
  readonly reason: string;
  /** True when delivery was given up; false for a delay, a relay or a delivery notice. */
  readonly final: boolean;
}

/** Reads a delivery notice: by its delivery-status part (RFC 3464), else by its prose; undefined when the mail is none. */
export const readBounce = (message: ParsedMessage): Bounce | undefined => {
  const sign = bounceSign(message);
  if (!sign) return undefined;
  const notice = readNotice(message);
  const json = sign.rule === "delivery_event" ? readJsonNotification(message.text) : undefined;
  const recipients = json?.recipients ?? reported(message, notice) ?? fromProse(message, notice);
  const failed = recipients.find((recipient) => recipient.action === "failed");
  const first = failed ?? recipients[0];
  return {
    ...sign,
    recipients,
    originalMessageId: json ? (parseMessageIds(json.messageId, 1)[0] ?? "") : originalMessageId(message, notice),
    status: first?.status ?? statusIn(notice.lines.join("\n")),
    reason: first?.reason ?? "",
    final: first ? failed !== undefined : actionInProse(message, notice) === "failed",
  };
};

/** From the delivery-status part, or from one that a gateway has flattened into the text. */
const reported = (message: ParsedMessage, notice: Notice): ReportedRecipient[] | undefined => {
  const parts = message.reports.filter((report) => /delivery-status/.test(report.contentType)).map((report) => report.content);
  const flattened = notice.lines.some((line) => /^[\s>]*(?:final|original)-recipient\s*:/i.test(line))
    ? [notice.lines.map((line) => line.trimStart()).join("\n")]
    : [];
  for (const content of [...parts, ...flattened]) {
    const recipients = readDeliveryStatus(content);
    if (recipients.length > 0) return withoutDoubles(recipients);
  }
  return undefined;
};

const fromProse = (message: ParsedMessage, notice: Notice): ReportedRecipient[] => {
  const action = actionInProse(message, notice);
  const text = notice.lines.join("\n");
  const own = new Set([message.from, ...message.to].map((address) => address.email.toLowerCase()));
  const inProse = recipientsInProse(notice.lines, own);
  const listed = emailsIn(headerOf(message, "x-failed-recipients"));
  const certain = inProse.some((recipient) => recipient.certain) || (inProse.length > 0 && listed.length === 0);
  const named = certain ? inProse : (listed.length > 0 ? listed : elsewhere(message, notice)).map((email) => ({ email, context: text }));
  return withoutDoubles(
    named.map(({ email, context }) => ({
      email,
      action,
      status: statusIn(context) || statusIn(text),
      reason: reasonIn(context) || reasonIn(text),
    })),
  );
};

/** Where else the recipient may stand: the subject, the To of the returned message. */
const elsewhere = (message: ParsedMessage, notice: Notice): string[] => {
  const original = parseAddresses(field(notice.original, "to")).map((address) => address.email);
  const subject = emailsIn(message.subject);
  return subject.length > 0 ? subject : original;
};

const actionInProse = (message: ParsedMessage, notice: Notice): DeliveryAction => {
  const text = `${message.subject}\n${notice.lines.join(" ").replace(/\s+/g, " ")}`;
  return delayProse.test(text) && !gaveUpProse.test(text) ? "delayed" : "failed";
};

const statusIn = (text: string): string => {
  return enhancedStatus(text) || statusOfReplyCode(text);
};

/** The server's own words: from the reply code to the end of its paragraph, at most 500 characters. */
const reasonIn = (text: string): string => {
  const paragraph = text.split(/\n\s*\n/).find((candidate) => /(?<![\d.])[45]\d\d[ -]/.test(candidate)) ?? text.split(/\n\s*\n/)[0] ?? "";
  const line = paragraph.replace(/\s+/g, " ").trim();
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
