import type { Address } from "../mail/parsed-message.ts";

/** Somebody an email goes to, with the request's field that names the address. */
export interface Recipient {
  readonly field: string;
  readonly email: string;
}

/** The recipients of an email besides the first, and its sender's name. */
export interface Addressing {
  readonly cc?: readonly Address[] | undefined;
  /** They stand in no header. */
  readonly bcc?: readonly Address[] | undefined;
  /** The sender's name; the mailbox's when undefined. */
  readonly fromName?: string | undefined;
}

/** A recipient that the server refused when it took the email for others, or for nobody. */
export interface RefusedRecipient {
  readonly email: string;
  /** The server's reply in one line. */
  readonly reply: string;
}

/** A recipient that the email could not be delivered to after all. */
export interface BouncedRecipient {
  /** "" when the report does not tell which of several. */
  readonly email: string;
  /** The server's own words. */
  readonly reason: string;
  /** The enhanced status (RFC 3463); absent when unknown, and for what came back before this was kept. */
  readonly status?: string;
  readonly at: Date;
  /** Told by a report without an id of ours, which anybody may have written: it informs, and nothing follows from it. */
  readonly unproven?: true;
}

/** Who of an email's recipients has not got it, when the server takes it for others. */
export interface Untaken {
  readonly refused: readonly RefusedRecipient[];
  /** They are tried again. */
  readonly deferred: readonly RefusedRecipient[];
}

interface Copies {
  readonly cc: readonly Address[];
  readonly bcc: readonly Address[];
}

interface Addressed extends Pick<Addressing, "cc" | "bcc"> {
  readonly toEmail: string;
}

/** Everybody in the headers, as given. */
export const namedRecipients = ({ toEmail, cc = [] }: Pick<Addressed, "toEmail" | "cc">): readonly string[] => [
  toEmail,
  ...cc.map(({ email }) => email),
];

/** Everybody an email goes to; copies repeat nobody. */
export const recipientsOf = ({ toEmail, cc = [], bcc = [] }: Addressed): readonly Recipient[] => [
  { field: "to", email: toEmail },
  ...cc.map(({ email }, i) => ({ field: `cc.${i}`, email })),
  ...bcc.map(({ email }, i) => ({ field: `bcc.${i}`, email })),
];

/** Their addresses: domains are in lower case already, local parts are told apart by case (RFC 5321, 2.4). */
export const allRecipients = (addressed: Addressed): readonly string[] => recipientsOf(addressed).map(({ email }) => email);

/** Copies without those recipients that the email goes to already: a recipient is named once. */
export const withoutRepeats = ({ toEmail, cc = [], bcc = [] }: Addressed): Copies => {
  const named = new Set([toEmail]);
  const fresh = (some: readonly Address[]) => some.filter(({ email }) => !named.has(email) && named.add(email));
  return { cc: fresh(cc), bcc: fresh(bcc) };
};
