import { notFound } from "#shared/platform/errors.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { Mailboxes } from "#shared/mailboxes/ports.ts";

/** The kinds of records to which a key may be bound: by their mailbox, a connect link by its tenant; `email` is a received or a sent one. */
export type BoundKind = "mailbox" | "send" | "message" | "thread" | "email" | "connectLink";

/** What a key is bound to: the mailboxes that are a tenant's now, or some mailboxes by their ids. Absent: the whole account. */
export interface Bounds {
  readonly tenant?: string;
  readonly mailboxIds?: readonly string[];
}

/** Whether the mailbox is within the bounds as it is now. */
export const isWithin = ({ tenant, mailboxIds }: Bounds, mailbox: Pick<Mailbox, "id" | "tenant">): boolean =>
  (tenant === undefined || mailbox.tenant === tenant) && (mailboxIds === undefined || mailboxIds.includes(mailbox.id));

/** Reads of what is bound. */
export interface BoundReads {
  /** The ids of the account's mailboxes within the bounds, deleted ones too. */
  mailboxIds(userId: string, bounds: Bounds): Promise<readonly string[]>;
  /** The mailbox of an account's record, and a connect link with its own tenant; undefined when the account has no such record, or no such mailbox any more. */
  mailboxOf(userId: string, kind: BoundKind, id: string): Promise<Pick<Mailbox, "id" | "tenant"> | undefined>;
}

/** The word for a record that is not found. */
const NOUNS: Readonly<Record<BoundKind, string>> = {
  mailbox: "Mailbox",
  send: "Send",
  message: "Message",
  thread: "Thread",
  email: "Email",
  connectLink: "Connect link",
};

/** Throws the same 404 for a record outside of the bounds and for one that does not exist. */
export const assertWithin = async (reads: BoundReads, userId: string, bounds: Bounds, kind: BoundKind, id: string): Promise<void> => {
  const mailbox = await reads.mailboxOf(userId, kind, id);
  if (!mailbox || !isWithin(bounds, mailbox)) throw notFound(NOUNS[kind]);
};

/** The tenants whose records an answer may show that belong to no mailbox: the one that is asked for, if it is within the bounds; undefined: everything. */
export const tenantsShown = (bounds: Bounds | undefined, asked: string | undefined): readonly string[] | undefined => {
  if (bounds === undefined) return asked === undefined ? undefined : [asked];
  const { tenant } = bounds;
  return tenant === undefined || (asked !== undefined && asked !== tenant) ? [] : [tenant];
};

/** The mailboxes as a bound key sees them: those outside of its bounds do not exist. */
export const mailboxesWithin = <M extends Pick<Mailboxes, "findMany">>(mailboxes: M, bounds: Bounds | undefined): M =>
  bounds === undefined
    ? mailboxes
    : { ...mailboxes, findMany: async (userId, ids) => (await mailboxes.findMany(userId, ids)).filter((one) => isWithin(bounds, one)) };
