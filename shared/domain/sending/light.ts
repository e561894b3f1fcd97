import type { Mailbox } from "../mailboxes/mailbox.ts";

/** True where copies of sent mail are ours to file: Google and Outlook file their own. */
export const wantsCopies = ({ type, imap }: Pick<Mailbox, "type" | "imap">): boolean => type === "smtp" && imap !== undefined;

/** True when single emails of this mailbox may share a worker's call: it works, and nothing is to be done over IMAP. */
export const sharesCalls = (mailbox: Pick<Mailbox, "type" | "imap" | "status">): boolean =>
  mailbox.status === "active" && !wantsCopies(mailbox);

/** What of a send decides whether it is light. */
export interface Weighed extends Readonly<Partial<Record<"attachments" | "waitsFor" | "cancelOn", unknown>>> {
  readonly attempts?: number;
  readonly deaths?: number | undefined;
  readonly bodyBytes?: number | undefined;
}

/** True for an email that is quickly built, hangs on nothing and was never tried: no worker has died of it yet. */
export const isLight = ({ attempts = 0, deaths = 0, attachments, bodyBytes, waitsFor, cancelOn }: Weighed): boolean =>
  attempts + deaths === 0 && (attachments ?? bodyBytes ?? waitsFor ?? cancelOn) === undefined;
