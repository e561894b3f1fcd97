import { withLf } from "../readable-text.ts";
import { field, parseFields } from "../mime/headers.ts";
import type { Header } from "../../parsed-message.ts";
import { mimeLimits } from "../mime/mime-entity.ts";
import { enhancedStatus } from "./bounce-class.ts";
import { emailIn } from "./prose.ts";

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
