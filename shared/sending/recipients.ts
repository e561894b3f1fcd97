import type { Address } from "#shared/mail/parsed-message.ts";

/** A recipient of an email, with the field of the request that names the address. */
export interface Recipient {
  readonly field: string;
  readonly email: string;
}

/** The further recipients of an email, and its sender's name. */
export interface Addressing {
  readonly cc?: readonly Address[] | undefined;
  /** Blind copies: their addresses are in no header. */
  readonly bcc?: readonly Address[] | undefined;
  /** The sender's address, one of the mailbox's own. When undefined the mailbox's; of an answer the one that was written to. */
  readonly fromEmail?: string | undefined;
  /** The sender's display name; the mailbox's when undefined. */
  readonly fromName?: string | undefined;
}

/** Nobody yet: the recipient of an unfinished draft. */
export const NOBODY: Address = { name: "", email: "" };

/** A recipient that the server refused, whether or not it accepted the email for others. */
export interface RefusedRecipient {
  readonly email: string;
  /** The server's reply on one line. */
  readonly reply: string;
}

/** A server's refusal of a whole email: its reply and code (RFC 5321, 4.2); `waitMs`: how long it asks not to be contacted. */
export interface Refusal {
  readonly code: number;
  readonly reply: string;
  readonly waitMs?: number | undefined;
}

/** A recipient for whom a delivery failure came back after sending. */
export interface BouncedRecipient {
  /** "" when the report names none of several recipients. */
  readonly email: string;
  /** The text of the server that refused it. */
  readonly reason: string;
  /** The enhanced status code (RFC 3463); absent when unknown, and in records of older versions. */
  readonly status?: string;
  readonly at: Date;
  /** True when it was reported without an id of ours, as anybody can write: it is only shown. */
  readonly unproven?: true;
}

/** The recipients of an email that the server has not accepted, while it accepted others. */
export interface Untaken {
  readonly refused: readonly RefusedRecipient[];
  /** The recipients that are tried again. */
  readonly deferred: readonly RefusedRecipient[];
}

interface Copies {
  readonly cc: readonly Address[];
  readonly bcc: readonly Address[];
}

interface Addressed extends Pick<Addressing, "cc" | "bcc"> {
  readonly toEmail: string;
}

/** All recipients that the headers name, in the given spelling. */
export const namedRecipients = ({ toEmail, cc = [] }: Pick<Addressed, "toEmail" | "cc">): readonly string[] => [
  toEmail,
  ...cc.map(({ email }) => email),
];

/** All recipients of an email, each once. */
export const recipientsOf = ({ toEmail, cc = [], bcc = [] }: Addressed): readonly Recipient[] => [
  { field: "to", email: toEmail },
  ...cc.map(({ email }, i) => ({ field: `cc.${i}`, email })),
  ...bcc.map(({ email }, i) => ({ field: `bcc.${i}`, email })),
];

/**
 * The recipients' addresses in the given spelling, each once. They are compared in lower case, as suppressions are, because in practice no two
 * people's addresses differ only by case (RFC 5321, 2.4 would allow it). An email accepted by an older version may name one twice.
 */
export const allRecipients = (addressed: Addressed): readonly string[] => {
  const emails = recipientsOf(addressed).map(({ email }) => email);
  return [...new Map(emails.toReversed().map((email) => [email.toLowerCase(), email])).values()].toReversed();
};

/** What `refused` says of a copy whose address was suppressed after the email was accepted. */
const DROPPED = "suppressed before the email left";

/** Drops the suppressed copies of an email that is about to leave, and names them in `refused`; the recipient in `to` stays. */
export const dropping = <S extends Addressed>(send: S, suppressed: readonly string[]): S & Pick<Untaken, "refused"> => {
  const copies = [...(send.cc ?? []), ...(send.bcc ?? [])].filter(({ email }) => suppressed.includes(email));
  return { ...send, refused: copies.map(({ email }) => ({ email, reply: DROPPED })) };
};

/** An email without the copies that were dropped before it first left, so that each attempt and the filed copy have the same octets. */
export const withoutDropped = <S extends Addressed & Partial<Pick<Untaken, "refused">>>(send: S): S => {
  const dropped = new Set((send.refused ?? []).flatMap(({ email, reply }) => (reply === DROPPED ? [email] : [])));
  if (dropped.size === 0) return send;
  const left = (some: readonly Address[] = []) => some.filter(({ email }) => !dropped.has(email));
  return { ...send, ...(send.cc && { cc: left(send.cc) }), ...(send.bcc && { bcc: left(send.bcc) }) };
};

/** The copies without addresses that already receive the email, so that each recipient is named once, ignoring case. */
export const withoutRepeats = ({ toEmail, cc = [], bcc = [] }: Addressed): Copies => {
  const named = new Set([toEmail.toLowerCase()]);
  const fresh = (some: readonly Address[]) => some.filter(({ email }) => !named.has(email.toLowerCase()) && named.add(email.toLowerCase()));
  return { cc: fresh(cc), bcc: fresh(bcc) };
};
