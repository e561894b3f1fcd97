import { notFound } from "#shared/platform/errors.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { Mailboxes } from "#shared/mailboxes/ports.ts";

/**
 * The kinds of records that a bound key can be checked for. A connect link belongs to a tenant, all others to a mailbox; `email` is a sent or a
 * received one.
 */
export type BoundKind = "mailbox" | "send" | "message" | "thread" | "email" | "connectLink" | "sequence";

/** The bounds of a key: a tenant, with whatever mailboxes it has at the time, or mailboxes by id. Absent: the whole account. */
export interface Bounds {
  readonly tenant?: string;
  readonly mailboxIds?: readonly string[];
}

/** What a person allowed an OAuth client, in the record of the key that it gets. */
export interface Consent {
  /** The URL of the client's metadata document. */
  readonly clientId: string;
  /** SHA-256 of the authorization code, hexadecimal. It stays, so that a code that comes again revokes the key. */
  readonly codeHash: string;
  /** While the code waits to be exchanged, and there is no key yet: what the exchange must match, and when the key is to end. */
  readonly waiting?: { readonly codeChallenge: string; readonly redirectUri: string; readonly endsAt: Date };
}

/** These mailboxes' ids, each once. Throws 404 for one that the account does not have. */
export const ownMailboxIds = async (
  mailboxes: Pick<Mailboxes, "findMany">,
  userId: string,
  mailboxIds: readonly string[],
): Promise<readonly string[]> => {
  const ids = [...new Set(mailboxIds)];
  if ((await mailboxes.findMany(userId, ids)).length < ids.length) throw notFound("Mailbox");
  return ids;
};

/** Whether a mailbox is within the bounds, by its current tenant. */
export const isWithin = ({ tenant, mailboxIds }: Bounds, mailbox: Pick<Mailbox, "id" | "tenant">): boolean =>
  (tenant === undefined || mailbox.tenant === tenant) && (mailboxIds === undefined || mailboxIds.includes(mailbox.id));

/** The reads that check bounds. */
export interface BoundReads {
  /** The ids of the account's mailboxes within the bounds, including deleted ones. */
  mailboxIds(userId: string, bounds: Bounds): Promise<readonly string[]>;
  /** The mailbox of a record, or the tenant of a connect link; undefined when the account has no such record, or its mailbox is deleted. */
  mailboxOf(userId: string, kind: BoundKind, id: string): Promise<Pick<Mailbox, "id" | "tenant"> | undefined>;
}

/** The word for each kind of record in "… not found". */
const NOUNS: Readonly<Record<BoundKind, string>> = {
  mailbox: "Mailbox",
  send: "Send",
  message: "Message",
  thread: "Thread",
  email: "Email",
  connectLink: "Connect link",
  sequence: "Sequence",
};

/** Throws the same 404 for a record outside the bounds as for one that does not exist. */
export const assertWithin = async (reads: BoundReads, userId: string, bounds: Bounds, kind: BoundKind, id: string): Promise<void> => {
  const mailbox = await reads.mailboxOf(userId, kind, id);
  if (!mailbox || !isWithin(bounds, mailbox)) throw notFound(NOUNS[kind]);
};

/** The tenants whose records without a mailbox an answer may show: the requested one, when it is within the bounds. Undefined: all. */
export const tenantsShown = (bounds: Bounds | undefined, asked: string | undefined): readonly string[] | undefined => {
  if (bounds === undefined) return asked === undefined ? undefined : [asked];
  const { tenant } = bounds;
  return tenant === undefined || (asked !== undefined && asked !== tenant) ? [] : [tenant];
};

/** The mailboxes as a bound key sees them: mailboxes outside its bounds do not exist. */
export const mailboxesWithin = <M extends Pick<Mailboxes, "findMany">>(mailboxes: M, bounds: Bounds | undefined): M =>
  bounds === undefined
    ? mailboxes
    : { ...mailboxes, findMany: async (userId, ids) => (await mailboxes.findMany(userId, ids)).filter((one) => isWithin(bounds, one)) };
