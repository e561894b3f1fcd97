import { type FieldError, Refusal, type RefusalReason } from "#shared/platform/errors.ts";
import { acceptDrafts, type AcceptPorts, findPlaces, mayForce, refusalBeyond, type Receipt } from "./accept.ts";
import { type Misplaced, type OriginRequest, type Places, type SendRequest, draftSend, type Origin, writtenBy } from "./draft.ts";
import { contactedField, suppressedAmong, suppressedFields, type SuppressedPorts } from "../refused-recipients.ts";
import type { Writer, Send } from "../send.ts";
import { type Accepted, acceptedOf, type Draft, type WrittenDraft, firstEmailsOf, type Contacts, HELD_MAX } from "../ports/acceptance.ts";
import { roomThisHour, secondsToNextHour, type Wallets } from "#shared/accounts/credits.ts";
import { forecastOf } from "../forecast/eta.ts";
import type { Sends } from "../ports/sends.ts";

/** Why one email of a batch is refused: the refusal that it would get as a single request. */
export interface RefusedElement {
  readonly reason: RefusalReason;
  readonly details: readonly FieldError[];
}

/** An email of a batch that follows an earlier one of the same batch. */
export interface FollowingElement extends Omit<OriginRequest, "mailboxId"> {
  /** The index, in the batch, of the email that it follows. */
  readonly follows: number;
  /** Always the mailbox of the email that it follows; any other value is refused. */
  readonly mailboxId?: string | undefined;
  readonly quotes: boolean;
  /** Makes its draft, given the drafts of the earlier emails in its chain, oldest first. */
  readonly draft: (chain: readonly Draft[], origin: Origin) => Draft;
}

/** An email of a batch, or the reason why it is invalid. */
export type BatchElement = SendRequest | FollowingElement | RefusedElement;

/** The result for one email of a batch. */
export type BatchResult = { readonly send: Send } | RefusedElement;

/**
 * The most characters that the quotes of one batch may take, counted before layout, so that a batch cannot grow to many times the size of its
 * request.
 */
const QUOTES_MAX = 10_000_000;

const refused = (reason: RefusalReason, field: string, message: string): RefusedElement => ({ reason, details: [{ field, message }] });

const misplaced = ({ field, refusal }: Misplaced): RefusedElement => {
  const [told] = typeof refusal.details === "object" ? refusal.details : [];
  return refused(refusal.reason, field, told?.message ?? refusal.message);
};

const FOLLOWS_REFUSED = refused("invalid", "follows", "the email that it follows was refused");

/** An email and its chain: the emails of the batch that it follows, directly or indirectly, oldest first. */
interface Prepared {
  readonly draft: Draft;
  readonly before: readonly Draft[];
}

/** The request with what the emails that follow it need of its mailbox, so that one is chosen that they can leave from. */
const withFollowers = (request: SendRequest, followers: readonly FollowingElement[]): SendRequest => {
  const needing = followers.find(({ cancelOn, onAway = "ignore" }) => cancelOn !== undefined || onAway !== "ignore");
  return needing ? { ...request, cancelOn: request.cancelOn ?? needing.cancelOn, onAway: request.onAway ?? needing.onAway } : request;
};

/** The emails of a batch that follow each of its first emails, directly or indirectly, by its index. */
const followersIn = (elements: readonly BatchElement[]): ReadonlyMap<number, readonly FollowingElement[]> => {
  const firstOf: number[] = [];
  for (const [index, element] of elements.entries()) firstOf.push("follows" in element ? (firstOf[element.follows] ?? -1) : index);
  const all = elements.flatMap((element, index) => ("follows" in element ? [{ element, first: firstOf[index] ?? -1 }] : []));
  return new Map([...Map.groupBy(all, ({ first }) => first)].map(([first, some]) => [first, some.map(({ element }) => element)]));
};

/** Makes the drafts of the elements in order; an email that others follow starts their conversation. */
const prepare = (
  ports: Pick<AcceptPorts, "clock" | "ids">,
  elements: readonly BatchElement[],
  by: Writer,
  { originOf, placeOf }: Places,
): readonly (Prepared | RefusedElement)[] => {
  const followed = new Set(elements.flatMap((element) => ("follows" in element ? [element.follows] : [])));
  const followers = followersIn(elements);
  const prepared: (Prepared | RefusedElement)[] = [];
  let quotesLeft = QUOTES_MAX;

  const first = (request: SendRequest, index: number): Prepared | RefusedElement => {
    if (!mayForce(request, by)) return refused("insufficientScope", "force", 'needs a key with the scope "admin"');
    const asked = request.mailboxId === undefined ? withFollowers(request, followers.get(index) ?? []) : request;
    const origin = placeOf(asked, followed.has(index));
    if ("refusal" in origin) return misplaced(origin);
    if (!followed.has(index)) return { draft: draftSend(ports, origin, request), before: [] };
    return { draft: { ...draftSend(ports, origin, { ...request, threadId: ports.ids.objectId() }), beginsThread: true }, before: [] };
  };
  const following = (element: FollowingElement, index: number): Prepared | RefusedElement => {
    const parent = element.follows < index ? prepared[element.follows] : undefined;
    if (!parent) return refused("invalid", "follows", "must be the index of an earlier email of the batch");
    if ("reason" in parent) return FOLLOWS_REFUSED;
    const { mailboxId } = parent.draft.send;
    if ((element.mailboxId ?? mailboxId) !== mailboxId)
      return refused("invalid", "mailboxId", "must be the mailbox of the email that it follows");
    const origin = originOf({
      mailboxId,
      ipId: element.ipId,
      cancelOn: element.cancelOn,
      onAway: element.onAway,
      fromEmail: element.fromEmail,
    });
    if ("refusal" in origin) return misplaced(origin);
    const before = [...parent.before, parent.draft];
    if (element.quotes) quotesLeft -= before.reduce((sum, { body }) => sum + body.html.length + body.text.length, 0);
    if (quotesLeft < 0 && element.quotes) return refused("invalid", "quoteHistory", "the quotes of the batch are too long in total");
    return { draft: element.draft(before, origin), before };
  };
  for (const [index, element] of elements.entries()) {
    const made = "reason" in element ? element : "follows" in element ? following(element, index) : first(element, index);
    prepared.push("draft" in made ? { ...made, draft: writtenBy(made.draft, by) } : made);
  }
  return prepared;
};

/** Refuses emails to suppressed recipients, together with the emails that follow them. */
const unsuppressed = async (ports: SuppressedPorts, prepared: readonly (Prepared | RefusedElement)[]): Promise<typeof prepared> => {
  const suppressed = await suppressedAmong(
    ports,
    prepared.flatMap((element) => ("draft" in element ? [element.draft.send] : [])),
  );
  const gone = new Set<Draft>();
  return prepared.map((element) => {
    if ("reason" in element) return element;
    const found = suppressed(element.draft.send);
    const isRefused = found.length > 0 || element.before.some((draft) => gone.has(draft));
    if (isRefused) gone.add(element.draft);
    if (found.length > 0) return { reason: "recipientSuppressed", details: suppressedFields(found) };
    return isRefused ? FOLLOWS_REFUSED : element;
  });
};

/** The drafts of a batch, and the results of its elements when only some are accepted. */
interface PreparedBatch {
  readonly drafts: readonly Draft[];
  readonly resultsOf: (accepted: Accepted) => readonly BatchResult[];
}

/** Checks each element of a batch in all respects except the balance and the hourly limit; writes nothing. */
export const prepareBatch = async (
  ports: Omit<AcceptPorts, "acceptedSends" | "wakeUps" | "publishHeld">,
  userId: string,
  elements: readonly BatchElement[],
  by: Writer,
): Promise<PreparedBatch> => {
  const first = elements.flatMap((element) => ("reason" in element || "follows" in element ? [] : [element]));
  const prepared = await unsuppressed(ports, prepare(ports, elements, by, await findPlaces(ports, userId, first, by)));
  const drafts = prepared.flatMap((element) => ("draft" in element ? [element.draft] : []));
  const resultsOf = (accepted: Accepted): readonly BatchResult[] => {
    const stored = new Set(acceptedOf(drafts, accepted));
    return prepared.map((element) => {
      if ("reason" in element) return element;
      const { draft, before } = element;
      const contacted = accepted.contacted?.get(draft.send.id);
      if (stored.has(draft)) return { send: draft.send };
      if (contacted) return { reason: "recentlyContacted", details: [contactedField(contacted, by)] };
      if (before.some(({ send }) => accepted.contacted?.has(send.id))) return FOLLOWS_REFUSED;
      return { reason: refusalBeyond(accepted, draft, by).reason, details: [] };
    });
  };
  return { drafts, resultsOf };
};

/** How to answer a batch, and the draft of which it is made. */
interface BatchReceipt<Answer> extends Receipt<Answer, readonly BatchResult[]> {
  readonly written?: WrittenDraft | undefined;
}

/**
 * Accepts a batch. Each element is judged separately, in order, as far as the balance and the hourly limit reach. The whole request gets 402 or 429
 * only when these allow no email and no element has another fault (api/README.md, "Credits").
 */
export const acceptBatch = async <Answer>(
  ports: AcceptPorts,
  userId: string,
  elements: readonly BatchElement[],
  receipt: BatchReceipt<Answer>,
): Promise<Answer> => {
  const { by, claim, answer, written } = receipt;
  const { drafts, resultsOf } = await prepareBatch(ports, userId, elements, by);
  try {
    const answered = (accepted: Accepted) => answer(resultsOf(accepted));
    const accepted = await acceptDrafts(ports, userId, drafts, claim && { claim, answer: answered }, written);
    const isNone = acceptedOf(drafts, accepted).length === 0;
    const [first] = drafts;
    const isWhole = drafts.length === elements.length && !accepted.contacted?.size;
    if (isNone && first && isWhole) throw refusalBeyond(accepted, first, by);
    return answered(accepted);
  } catch (error) {
    // A mailbox was deleted meanwhile: its elements fail, the rest of the batch does not.
    if (error instanceof Refusal && error.reason === "mailboxDisconnected") return acceptBatch(ports, userId, elements, receipt);
    throw error;
  }
};

/** The dependencies of a dry run; none of them writes. */
interface DryRunPorts extends Omit<AcceptPorts, "acceptedSends" | "wakeUps" | "publishHeld"> {
  readonly sends: Pick<Sends, "loads" | "pauses">;
  readonly wallets: Pick<Wallets, "find">;
  readonly contacts: Contacts;
}

/** The result of a dry run. */
export interface DryRun {
  readonly results: readonly BatchResult[];
  /** The cost of what the balance covers, credits. */
  readonly credits: number;
  readonly balance: number;
  /** When each accepted email would leave, by its send's id; empty when too many emails are waiting to compute it. */
  readonly etas: ReadonlyMap<string, Date>;
  /** When the last accepted email would leave; undefined when none would be accepted, or when too many emails are waiting to compute it. */
  readonly lastLeavesAt: Date | undefined;
}

/** Judges a batch as acceptance would, but stores and charges nothing. */
export const dryRunBatch = async (ports: DryRunPorts, userId: string, elements: readonly BatchElement[], by: Writer): Promise<DryRun> => {
  const [{ drafts, resultsOf }, wallet] = await Promise.all([prepareBatch(ports, userId, elements, by), ports.wallets.find(userId)]);
  const balance = wallet?.balance ?? 0;
  const now = ports.clock.now();
  const room = roomThisHour(wallet ?? {}, now);
  const limit = wallet?.contactLimit;
  const contacted = limit && (await ports.contacts.among(userId, limit, firstEmailsOf(drafts)));
  const unheld = drafts.filter(({ send }) => send.holdUntil === undefined);
  const paid = acceptedOf(unheld, { count: unheld.length, ...(contacted && { contacted }) });
  const limited = room < balance && { waitSeconds: secondsToNextHour(now) };
  const outcome = { count: Math.max(0, Math.min(balance, room, paid.length)), held: HELD_MAX, ...limited, ...(contacted && { contacted }) };
  const leaving = acceptedOf(paid, outcome).map(({ send }) => send);
  const etas = await etasOf(ports, userId, leaving);
  const last = [...etas.values()].reduce((latest, at) => Math.max(latest, at.getTime()), 0);
  return { results: resultsOf(outcome), credits: paid.length, balance, etas, lastLeavesAt: last === 0 ? undefined : new Date(last) };
};

const etasOf = async (ports: DryRunPorts, userId: string, sends: readonly Send[]): Promise<ReadonlyMap<string, Date>> => {
  const now = ports.clock.now();
  const byMailbox = Map.groupBy(sends, ({ mailboxId }) => mailboxId);
  const ids = [...byMailbox.keys()];
  const until = new Date(Math.max(0, ...sends.map(({ dueAt = now }) => dueAt.getTime())));
  const [boxes, loads, pauses] = await Promise.all([
    ports.mailboxes.findMany(userId, ids),
    ports.sends.loads(ids, until),
    ports.sends.pauses(ids),
  ]);
  if (loads.isCut) return new Map();
  const etas = boxes.flatMap((mailbox) => {
    const { counted = [], waiting = [] } = loads.byMailbox.get(mailbox.id) ?? {};
    const joining = byMailbox.get(mailbox.id) ?? [];
    const load = { counted, waiting: [...waiting, ...joining] };
    const leaves = forecastOf({ mailbox, load, pause: pauses.get(mailbox.id), now });
    return joining.flatMap(({ id }) => {
      const eta = leaves.get(id);
      return eta === undefined ? [] : [[id, eta] as const];
    });
  });
  return new Map(etas);
};
