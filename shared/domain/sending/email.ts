import type { Address } from "../mail/parsed-message.ts";
import type { OutgoingFile } from "../mail/write/attachment-part.ts";
import type { Composed, Content } from "../mail/write/compose/history.ts";
import type { Departure } from "./departure/departure.ts";
import type { Addressing } from "./recipients.ts";
import type { CancelTrigger, Labels } from "./send.ts";

/** What every email takes from its client: a send, an element of a batch, a reply, a forward and a follow-up pass it on whole. */
export interface EveryEmail extends Addressing, Departure, Labels {
  readonly bodyHtml?: string | undefined;
  readonly bodyText?: string | undefined;
  readonly attachments?: readonly OutgoingFile[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The dedicated address it leaves from; the mailbox's, else the account's, else the platform's when undefined. */
  readonly ipId?: string | undefined;
  /** What has not left by then fails. */
  readonly sendBefore?: Date | undefined;
  /** It carries a link to unsubscribe. */
  readonly unsubscribe?: boolean | undefined;
  /** What in its conversation cancels it before it leaves; answers are seen in a mailbox alone that is synced. */
  readonly cancelOn?: readonly CancelTrigger[] | undefined;
  /** What becomes of it when the server cannot be asked for answers; "wait" when undefined. */
  readonly cancelOnUnknown?: "send" | "wait" | undefined;
}

/** An email with its recipient and its subject; at least one of its bodies is not empty. */
export interface Email extends EveryEmail {
  readonly to: Address;
  readonly subject: string;
  /** Where answers go; to the mailbox itself when undefined. */
  readonly replyTo?: Address | undefined;
}

/** What its client wrote. */
export const contentOf = ({ bodyHtml = "", bodyText = "" }: EveryEmail): Content => ({ html: bodyHtml, text: bodyText });

/** What was composed of it, in its place. */
export const composedIn = ({ html, text, subject, references, inReplyTo }: Composed) => ({
  bodyHtml: html,
  bodyText: text,
  subject,
  references,
  inReplyTo: inReplyTo || undefined,
});
