import type { DeliveryAction, ReportedRecipient } from "./delivery-status.ts";

/** A bounce or delivery event of Amazon SES that SNS sent as mail (SES Developer Guide, "Contents of event notifications"). */
export interface JsonNotification {
  readonly recipients: readonly ReportedRecipient[];
  readonly messageId: string;
}

/** The longest text that is parsed, characters; an event has a few KB. */
const MAX_LENGTH = 64 * 1024;

/** Parses such an event from the text of a mail; undefined for any other text, and for a complaint, which is no bounce. */
export const readJsonNotification = (text: string): JsonNotification | undefined => {
  if (!text.trimStart().startsWith("{") || !/(?:notification|event)Type\\?"/.test(text.slice(0, MAX_LENGTH))) return undefined;
  const outer = parseObject(
    text
      .slice(0, MAX_LENGTH)
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
