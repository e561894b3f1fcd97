import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { OutgoingFile } from "#shared/mail/write/attachment-part.ts";
import type { Address } from "#shared/mail/parsed-message.ts";
import type { Send, SendBody, CancelTrigger, Labels, OnAway } from "./send.ts";
import type { Composed, Content } from "#shared/mail/write/compose/history.ts";
import type { Departure } from "./departure/departure.ts";
import type { Addressing } from "./recipients.ts";

const sha256 = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex");

const people = (some: readonly Address[] = []) => some.map(({ name, email }) => [name, email]);

/** What of an email a person approves. */
type Approvable = Pick<
  Send,
  "fromName" | "fromEmail" | "toName" | "toEmail" | "cc" | "bcc" | "replyTo" | "replyToName" | "subject" | "headers"
>;

/**
 * The SHA-256 of what a person approves, hexadecimal: sender, Reply-To, recipients, subject, both bodies with their quote, the headers and the files.
 * Not Date, Message-ID, In-Reply-To, References, boundaries and the tracking header, which this service sets.
 */
export const contentHash = (send: Approvable, body: SendBody, files: readonly OutgoingFile[]): string => {
  const headers = Object.entries(send.headers).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const content = [
    [send.fromName, send.fromEmail],
    [send.replyToName ?? "", send.replyTo ?? ""],
    [send.toName ?? "", send.toEmail],
    people(send.cc),
    people(send.bcc),
    send.subject,
    body.text,
    body.html,
    headers,
    files.map(({ name, type, contentId = "", content: bytes }) => [name, type, contentId, sha256(bytes)]),
  ];
  return sha256(JSON.stringify(content));
};

/** The fields that the hash covers. */
type Tracked = Pick<Send, "id" | "toEmail" | "trackingKey">;

const form = /^([0-9a-f]{24})\.[0-9a-f]{32}$/;

/**
 * The tracking header's value, `id.hash`. It identifies the copy in the Sent folder when a provider has replaced the Message-ID. The hash has a key
 * and covers the recipient, because a recipient may copy the header into other mail. Undefined for a send without a key.
 */
export const trackingValue = ({ id, toEmail, trackingKey }: Tracked): string | undefined => {
  if (trackingKey === undefined) return undefined;
  const hash = createHmac("sha256", Buffer.from(trackingKey, "hex")).update(`${id} ${toEmail.toLowerCase()}`);
  return `${id}.${hash.digest("hex").slice(0, 32)}`;
};

/** The send's id in a tracking header; undefined for any other form. */
export const trackedId = (value: string): string | undefined => form.exec(value)?.[1];

/** Whether this tracking header belongs to the send, on a mail to these addresses. */
export const isTrackedBy = (send: Tracked, value: string, to: readonly string[]): boolean => {
  const expected = trackingValue(send);
  if (expected === undefined || expected.length !== value.length) return false;
  return (
    timingSafeEqual(Buffer.from(expected), Buffer.from(value)) && to.some((email) => email.toLowerCase() === send.toEmail.toLowerCase())
  );
};

/** The fields that a client may set on every email. A send, batch element, reply, forward and follow-up pass all of them on. */
export interface EveryEmail extends Addressing, Departure, Labels {
  readonly bodyHtml?: string | undefined;
  readonly bodyText?: string | undefined;
  readonly attachments?: readonly OutgoingFile[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The dedicated address from which it leaves; when undefined the mailbox's, else the account's, else the platform's. */
  readonly ipId?: string | undefined;
  /** An email that has not left by then fails. */
  readonly sendBefore?: Date | undefined;
  /** Whether it is held until a person approves it. */
  readonly hold?: boolean | undefined;
  /** Until when it is held at most; 30 days when undefined. It is held when this is given, too. */
  readonly holdUntil?: Date | undefined;
  /** How long after its acceptance or approval it can be taken back, an ISO 8601 duration: it leaves no earlier. */
  readonly undoFor?: string | undefined;
  /** Whether a person is still writing it: it is held, and may be incomplete. */
  readonly draft?: boolean | undefined;
  /** What the editor of a draft needs to go on with it. */
  readonly draftState?: string | undefined;
  /** Whether it carries an unsubscribe link. */
  readonly unsubscribe?: boolean | undefined;
  /** The events in its conversation that cancel it before it leaves; replies are seen only in synced mailboxes. */
  readonly cancelOn?: readonly CancelTrigger[] | undefined;
  /** What happens to it when the server cannot be asked for replies; "wait" when undefined. */
  readonly cancelOnUnknown?: "send" | "wait" | undefined;
  /** The sequence of which it is a step, and which one, from 1. */
  readonly sequenceId?: string | undefined;
  readonly step?: number | undefined;
  /** What it does while its recipient is away. */
  readonly onAway?: OnAway | "ignore" | undefined;
}

/** An email with its recipient and its subject; at least one of its bodies is not empty. */
export interface Email extends EveryEmail {
  readonly to: Address;
  readonly subject: string;
  /** The reply address; the mailbox itself when undefined. */
  readonly replyTo?: Address | undefined;
  /** Whether it may leave although its recipient was contacted recently. */
  readonly force?: boolean | undefined;
}

/** The bodies as the client wrote them. */
export const contentOf = ({ bodyHtml = "", bodyText = "" }: EveryEmail): Content => ({ html: bodyHtml, text: bodyText });

/** The fields of a composed reply or forward, which replace the client's. */
export const composedIn = ({ html, text, subject, references, inReplyTo }: Composed) => ({
  bodyHtml: html,
  bodyText: text,
  subject,
  references,
  inReplyTo: inReplyTo || undefined,
});
