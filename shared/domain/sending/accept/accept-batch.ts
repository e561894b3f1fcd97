import { type FieldError, Refusal, type RefusalReason, walletEmpty } from "../../errors.ts";
import {
  acceptDrafts,
  type AcceptPorts,
  findOrigins,
  type Misplaced,
  type OriginRequest,
  type Receipt,
  type SendRequest,
  UNSYNCED,
} from "./accept.ts";
import { draftSend, type Origin } from "./draft.ts";
import type { Draft } from "../ports/acceptance.ts";
import type { Send } from "../send.ts";
import { suppressedAmong, suppressedFields, type SuppressedPorts } from "../suppressed.ts";

/** Why one email of a batch is refused: as the request would be if it stood alone. */
export interface RefusedElement {
  readonly reason: RefusalReason;
  readonly details: readonly FieldError[];
}

/** An email of a batch that follows an earlier one of the same batch. */
export interface FollowingElement extends Omit<OriginRequest, "mailboxId"> {
  /** The place of the email that it follows. */
  readonly follows: number;
  /** Default, and no other: the mailbox of the email that it follows. */
  readonly mailboxId?: string | undefined;
  readonly quotes: boolean;
  /** Drafts it under the last of the emails before it, oldest first. */
  readonly draft: (chain: readonly Draft[], origin: Origin) => Draft;
}

/** An email of a batch as its client wants it, or what is wrong with it. */
export type BatchElement = SendRequest | FollowingElement | RefusedElement;

/** What became of one email of a batch. */
export type BatchResult = { readonly send: Send } | RefusedElement;

/** The most that the quotes of one batch take before they are laid out, characters: a batch must not outgrow its request many times over. */
const QUOTES_MAX = 10_000_000;

const refused = (reason: RefusalReason, field: string, message: string): RefusedElement => ({ reason, details: [{ field, message }] });

const misplaced = ({ field, refusal }: Misplaced): RefusedElement =>
  refused(refusal.reason, field, field === "cancelOn" ? UNSYNCED : refusal.message);

const FOLLOWS_REFUSED = refused("invalid", "follows", "the email that it follows was refused");

/** An email and those of its batch that it follows, oldest first. */
interface Prepared {
  readonly draft: Draft;
  readonly before: readonly Draft[];
}

/** Drafts the elements in order; one that others follow begins their conversation. */
const prepare = (
  ports: Pick<AcceptPorts, "clock" | "ids">,
  elements: readonly BatchElement[],
  originOf: (request: OriginRequest) => Origin | Misplaced,
): readonly (Prepared | RefusedElement)[] => {
  const followed = new Set(elements.flatMap((element) => ("follows" in element ? [element.follows] : [])));
  const prepared: (Prepared | RefusedElement)[] = [];
  let quotesLeft = QUOTES_MAX;

  const first = (request: SendRequest, index: number): Prepared | RefusedElement => {
    const origin = originOf(request);
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
    const origin = originOf({ mailboxId, ipId: element.ipId, cancelOn: element.cancelOn });
    if ("refusal" in origin) return misplaced(origin);
    const before = [...parent.before, parent.draft];
    if (element.quotes) quotesLeft -= before.reduce((sum, { body }) => sum + body.html.length + body.text.length, 0);
    if (quotesLeft < 0 && element.quotes) return refused("invalid", "quoteHistory", "the quotes of the batch are too long together");
    return { draft: element.draft(before, origin), before };
  };
  for (const [index, element] of elements.entries())
    prepared.push("reason" in element ? element : "follows" in element ? following(element, index) : first(element, index));
  return prepared;
};

/** Refuses the emails to suppressed recipients, and what follows them. */
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

/** The drafts of a batch, and what becomes of its elements when the first so many are accepted. */
interface PreparedBatch {
  readonly drafts: readonly Draft[];
  readonly resultsOf: (accepted: number) => readonly BatchResult[];
}

/** Judges each element of a batch by all but the balance; writes nothing. */
export const prepareBatch = async (
  ports: Omit<AcceptPorts, "acceptedSends" | "wakeUps">,
  userId: string,
  elements: readonly BatchElement[],
): Promise<PreparedBatch> => {
  const mailboxIds = elements.flatMap((element) => ("mailboxId" in element ? (element.mailboxId ?? []) : []));
  const prepared = await unsuppressed(ports, prepare(ports, elements, await findOrigins(ports, userId, mailboxIds)));
  const resultsOf = (accepted: number): readonly BatchResult[] => {
    let left = accepted;
    return prepared.map((element) => {
      if ("reason" in element) return element;
      left -= 1;
      return left >= 0 ? { send: element.draft.send } : { reason: "walletEmpty", details: [] };
    });
  };
  return { drafts: prepared.flatMap((element) => ("draft" in element ? [element.draft] : [])), resultsOf };
};

/**
 * Accepts a batch: each element on its own, in order, as far as the balance goes; 402 for the request only when the wallet is empty and
 * nothing else is wrong with any element (contract/README.md, "Credits").
 */
export const acceptBatch = async <Answer>(
  ports: AcceptPorts,
  userId: string,
  elements: readonly BatchElement[],
  receipt: Receipt<Answer, readonly BatchResult[]>,
): Promise<Answer> => {
  const { drafts, resultsOf } = await prepareBatch(ports, userId, elements);
  try {
    const { claim, answer } = receipt;
    const answered = (count: number) => answer(resultsOf(count));
    const { length } = await acceptDrafts(ports, userId, drafts, claim && { claim, answer: answered });
    if (length === 0 && drafts.length === elements.length) throw walletEmpty();
    return answered(length);
  } catch (error) {
    // A mailbox was deleted meanwhile: its elements fail, the others do not.
    if (error instanceof Refusal && error.reason === "mailboxDisconnected") return acceptBatch(ports, userId, elements, receipt);
    throw error;
  }
};
