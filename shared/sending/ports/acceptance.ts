import type { IdempotencyClaim } from "#shared/accounts/auth/request-ports.ts";
import type { Send, SendBody } from "../send.ts";
import type { ContactLimit } from "#shared/accounts/credits.ts";
import type { FirstEmail, Contacted } from "../refused-recipients.ts";
import type { EgressProxy } from "#shared/mailboxes/mailbox.ts";

/** A send that is ready to be stored, with its bodies. */
export interface Draft {
  readonly send: Send;
  readonly body: SendBody;
  /** The contents of its attachments, in order; absent for none. */
  readonly contents?: readonly Uint8Array[];
  /** Whether it starts its conversation. */
  readonly beginsThread?: true;
  /** The id of the last message of its conversation that its writer has seen: it is refused when there is a newer one. */
  readonly ifLastMessageId?: string;
  /** Whether it is to carry an unsubscribe link. */
  readonly unsubscribe?: boolean | undefined;
  /** The tenant of its mailbox, for a first email that the account's limit of contacts is to judge; "" for none, absent for any other email. */
  readonly contactTenant?: string;
}

/** The drafts that the limit of contacts applies to. */
export const firstEmailsOf = (drafts: readonly Draft[]): readonly FirstEmail[] =>
  drafts.flatMap(({ send, contactTenant: tenant }) => (tenant === undefined || send.holdUntil ? [] : [{ send, tenant }]));

/** The first emails that an account has sent to each recipient. */
export interface Contacts {
  /** The emails among these that the limit refuses, each with the latest one before it; counts nothing. */
  among(userId: string, limit: ContactLimit, asking: readonly FirstEmail[]): Promise<ReadonlyMap<string, Contacted>>;
}

/** The answer that is saved under an Idempotency-Key in the transaction of the charge (G12 in shared/README.md). */
export interface SavedAnswer {
  readonly claim: IdempotencyClaim;
  /** Makes the answer's JSON value, given what was accepted. */
  answer(accepted: Accepted): unknown;
}

/** The draft that a person wrote (`Send.draft`) of which emails are made, with the revision that its writer has seen. */
export interface WrittenDraft {
  readonly id: string;
  readonly revision: number;
  /** True while more of it follows: it stays. */
  readonly more?: boolean | undefined;
  /** Only a draft of these mailboxes; absent: any of the account. */
  readonly mailboxIds?: readonly string[] | undefined;
}

/** A person whom a request puts into a sequence. */
export interface Enrolled {
  readonly id: string;
  readonly userId: string;
  readonly mailboxId: string;
  readonly sequenceId: string;
  /** In lower case: an address is in a sequence once. */
  readonly email: string;
  readonly name?: string | undefined;
  /** The values of the placeholders in the steps. */
  readonly variables: Readonly<Record<string, string>>;
  /** The sends of the steps, in order. */
  readonly sendIds: readonly string[];
  /** The revision of the sequence that its waiting steps were written from. */
  readonly revision: number;
  readonly createdAt: Date;
  /** When the row is deleted, where the stage keeps mail's bodies for some time only. */
  readonly expiresAt?: Date | undefined;
}

/** The people whom a request puts into a sequence, each with so many `steps`, all or none. */
export interface Enrolment {
  readonly sequenceId: string;
  /** The revision of the sequence that the steps were written from. */
  readonly revision: number;
  readonly steps: number;
  readonly people: readonly Enrolled[];
}

/** The sequence was changed, paused or deleted, is full, or has one of the people already: nothing was accepted. */
export class EnrolmentOutdated extends Error {
  override readonly name = "EnrolmentOutdated";
}

/** How many drafts were accepted; `acceptedOf` says which. */
export interface Accepted {
  /** The number of charged drafts, from the first that costs something. */
  readonly count: number;
  /** The number of drafts that are held for approval, from the first; absent for none. */
  readonly held?: number;
  /** Set when the hourly limit, and not the balance, refused the next draft: the seconds until it may be sent. */
  readonly waitSeconds?: number;
  /** The drafts that the account's limit of contacts refused, by their ids, each with the email that was before it. */
  readonly contacted?: ReadonlyMap<string, Contacted>;
}

/** The most emails of an account that wait for approval at a time. */
export const HELD_MAX = 10_000;

/**
 * The accepted drafts: the first `count` of those that cost credits, and the first `held` of those that wait for approval. Left out are drafts whose
 * parent in the same request is left out, and those whose recipient was contacted recently.
 */
export const acceptedOf = <D extends Pick<Draft, "send">>(drafts: readonly D[], { count, held = 0, contacted }: Accepted): readonly D[] => {
  const left = { paid: count, held };
  const refused = new Set<string>();
  return drafts.filter(({ send: { id, waitsFor = "", holdUntil } }) => {
    const kind = holdUntil ? "held" : "paid";
    const isAccepted = left[kind] > 0 && !refused.has(waitsFor) && !contacted?.has(id);
    if (isAccepted) left[kind] -= 1;
    else refused.add(id);
    return isAccepted;
  });
};

/** Accepts sends: wallet, ledger, records, bodies, threads and saved answer in one majority transaction (G1 and G11 in shared/README.md). */
export interface AcceptedSends {
  /**
   * Charges and stores the first drafts that the balance and the account's hourly limit cover, in order, and stores those that are held uncharged,
   * up to `HELD_MAX` in the account. With `written` the draft of which they are made is deleted in the same transaction; `conflict` when it is not
   * there at this revision any more. With `enrolment` the drafts are the steps of its people, who are stored with them. When none is accepted, nothing
   * is written. Throws `conversationChanged`, `mailboxDisconnected` when a mailbox has been deleted, `conflict` when the idempotency claim was lost, and
   * EnrolmentOutdated.
   */
  accept(userId: string, drafts: readonly Draft[], saved?: SavedAnswer, written?: WrittenDraft, enrolment?: Enrolment): Promise<Accepted>;
}

/** A dedicated address: an egress proxy that the operator runs at that address (api/README.md, "Sending", `ip_id`). */
export interface DedicatedIp {
  readonly id: string;
  readonly userId: string;
  readonly address: string;
  readonly label: string;
  /** Whether it is the account's default; at most one is. */
  readonly isDefault: boolean;
  readonly createdAt: Date;
}

/** The dedicated addresses of an account, oldest first. */
export interface Ips {
  list(userId: string): Promise<readonly DedicatedIp[]>;
}

/** The operator's changes to dedicated addresses. */
export interface IpRegistry extends Ips {
  /** Adds an address with its proxy, whose credentials are stored sealed; a new default replaces the old one. */
  add(ip: DedicatedIp, proxy: EgressProxy): Promise<void>;
  /** Removes an address; false when the account has no such address. */
  remove(userId: string, id: string): Promise<boolean>;
}
