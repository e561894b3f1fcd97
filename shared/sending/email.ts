import type { Address } from "#shared/mail/parsed-message.ts";
import type { OutgoingFile } from "#shared/mail/write/attachment.ts";
import type { Composed, Content } from "#shared/mail/write/compose/history.ts";
import type { Departure } from "./departure/departure.ts";
import type { Addressing } from "./recipients.ts";
import type { CancelTrigger, Labels, OnAway } from "./send.ts";

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
