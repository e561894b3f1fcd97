import type { Concerned, NewAuditEntry } from "#shared/accounts/audit-log.ts";
import { snakeCase } from "#shared/api/wire.ts";
import { publishEvents } from "#shared/events/publish.ts";
import { conflict, hourlyLimitReached, notFound, Refusal, unavailable, walletEmpty } from "#shared/platform/errors.ts";
import { findOrigins, assertComplete } from "./accept/draft.ts";
import { filesOf, isHeld, type Send } from "./send.ts";
import { isFirst, recentlyContacted, recipientSuppressed, suppressedAmong } from "./refused-recipients.ts";
import { contentHash } from "./email.ts";
import { departureFrom } from "./departure/departure.ts";
import { endIfParentEnded, rescheduleFollowUps } from "./follow-ups.ts";
import { assertWritten, contentOf, type EditPorts, parentOf, StaleRevision, requestedTime } from "./held.ts";
import type { Sends } from "./ports/sends.ts";
import type { WakeUps } from "./ports/wake-ups.ts";
import { isWaiting } from "./transitions.ts";

/** The dependencies of approving. */
export interface ApprovePorts extends EditPorts {
  readonly sends: Pick<Sends, "find" | "bodies" | "contents" | "followUps" | "rescheduleFollowUps" | "endFollowUps">;
  readonly wakeUps: WakeUps;
}

/** A person's request to approve. */
export interface ApproveRequest {
  readonly revision: number;
  readonly evenIfAnswered?: boolean | undefined;
  /** The last message of the conversation that the person has seen. */
  readonly ifLastMessageId?: string | undefined;
}

/** Who approves, by name (`byOf`) and for the audit log, and from where. */
export type Approver = { readonly by: string } & Pick<Concerned, "keyId" | "memberId"> &
  Pick<NewAuditEntry, "operation" | "sourceIp" | "userAgent">;

/** Throws 409 for an email that does not wait for approval, or could not leave any more. */
const assertApprovable = (send: Send, parent: Send | undefined, at: Date): void => {
  const no = (details: string) => conflict("The send cannot be approved", details);
  if (!isHeld(send)) throw no(`it does not wait for approval: it is ${send.status}`);
  if (send.sendBefore && send.sendBefore <= at) throw no("the last moment at which it may leave has passed");
  if (send.waitsFor !== undefined && (!parent || parent.status === "failed" || parent.status === "cancelled"))
    throw no("its original will never be sent");
};

/**
 * Approves a held email, which is charged in the same transaction and leaves at its time, in its window. Repeating it changes nothing and returns the
 * send. With `within`, only sends of these mailboxes exist. Throws 402, which leaves it held, 404, 409, 429 and StaleRevision.
 */
export const approveHeld = async (
  ports: ApprovePorts,
  { userId, id, within }: { readonly userId: string; readonly id: string; readonly within?: readonly string[] | undefined },
  { revision, evenIfAnswered = false, ifLastMessageId }: ApproveRequest,
  { by, ...asker }: Approver,
): Promise<Send> => {
  const send = await ports.sends.find(userId, id);
  if (!send || (within && !within.includes(send.mailboxId))) throw notFound("Send");
  if (revision !== send.revision) throw new StaleRevision();
  if (send.approvedAt) return send;
  const now = ports.clock.now();
  const parent = await parentOf(ports, send);
  const at = departureFrom(
    { ...requestedTime(send), window: send.window, undoFor: send.undoFor },
    now,
    parent?.sentAt ?? parent?.scheduledAt,
  );
  assertApprovable(send, parent, at ?? now);
  const { mailboxId, fromEmail } = send;
  const [originOf, suppressedOf, { body, contents }] = await Promise.all([
    findOrigins(ports, userId, [mailboxId]),
    suppressedAmong(ports, [send]),
    contentOf(ports, send),
  ]);
  const origin = originOf({ mailboxId, fromEmail });
  if ("refusal" in origin)
    throw origin.field === "fromEmail"
      ? conflict("The send cannot be approved", `${fromEmail} is not the mailbox's any more`)
      : origin.refusal;
  if (send.draft) {
    assertComplete(send, body);
    assertWritten(send, body);
  }
  const suppressed = suppressedOf(send);
  if (suppressed.length > 0) throw recipientSuppressed(suppressed);
  const hash = contentHash(send, body, filesOf(send.attachments, contents) ?? []);
  const entry: NewAuditEntry = {
    ...asker,
    userId,
    action: "send.approved",
    outcome: "done",
    resourceId: id,
    fields: ["revision", ...(evenIfAnswered ? ["evenIfAnswered"] : [])].map(snakeCase),
    contentSha256: hash,
  };
  const notBefore = parent && isWaiting(parent) ? parent.dueAt : undefined;
  const outcome = await ports.held.approve(userId, id, {
    revision,
    hash,
    by,
    at,
    notBefore,
    evenIfAnswered,
    ifLastMessageId,
    entry,
    ...(isFirst(send) && { contactTenant: origin.mailbox.tenant ?? "" }),
  });
  if (outcome.kind === "unpaid") throw outcome.waitSeconds === undefined ? walletEmpty() : hourlyLimitReached(outcome.waitSeconds);
  if (outcome.kind === "answered")
    throw new Refusal("conversationChanged", "The conversation has something newer", { details: outcome.messageId });
  if (outcome.kind === "contacted") throw recentlyContacted(outcome.contacted, within ? { bounds: { mailboxIds: within } } : {});
  if (outcome.kind === "changed") return approvedMeanwhile(ports, userId, id, revision);
  await afterApproval(ports, outcome.send, at ?? now);
  return outcome.send;
};

/** Another approval came first, or the email was edited or cancelled meanwhile. */
const approvedMeanwhile = async ({ sends }: ApprovePorts, userId: string, id: string, revision: number): Promise<Send> => {
  const send = await sends.find(userId, id);
  if (send?.approvedAt && send.revision === revision) return send;
  if (send && !isHeld(send)) throw conflict("The send cannot be approved", `it does not wait for approval: it is ${send.status}`);
  if (send?.revision === revision) throw conflict("The send cannot be approved", "its time for approval is over");
  throw new StaleRevision();
};

/** What follows from an approval. Never throws: the approval is committed, and the sweeper finds what is due. */
const afterApproval = async (ports: ApprovePorts, send: Send, at: Date): Promise<void> => {
  const { userId, id } = send;
  await publishEvents(ports, "sends", [id]);
  try {
    await endIfParentEnded(ports, userId, send.waitsFor);
    await ports.wakeUps.wake([send]);
    await rescheduleFollowUps(ports, userId, await ports.sends.followUps(userId, [id]), new Map([[id, at]]));
  } catch (error) {
    ports.log.warn("after-work of an approval failed", { sendId: id, error });
  }
};

/** No approval of many begins later than this after the first, ms: an answer may take 29 s (AWS, "Quotas for HTTP APIs"). */
const BEGIN_WITHIN_MS = 15_000;

/** Approves emails, each judged by itself. Those for which no time is left are refused as unavailable: repeating the request goes on. */
export const approveMany = async (
  ports: ApprovePorts,
  whose: { readonly userId: string; readonly within?: readonly string[] | undefined },
  items: readonly (ApproveRequest & { readonly id: string })[],
  by: Approver,
): Promise<readonly { readonly id: string; readonly result: Send | Refusal }[]> => {
  const until = ports.clock.now().getTime() + BEGIN_WITHIN_MS;
  const results: { id: string; result: Send | Refusal }[] = [];
  for (const { id, ...asked } of items) {
    const isOver = ports.clock.now().getTime() >= until;
    const result = isOver
      ? unavailable("Not judged for lack of time: repeat the request", 1)
      : await judged(ports, { ...whose, id }, asked, by);
    results.push({ id, result });
  }
  return results;
};

const judged = (...asked: Parameters<typeof approveHeld>): Promise<Send | Refusal> =>
  approveHeld(...asked).catch((error: unknown) => {
    if (error instanceof StaleRevision) return conflict("The email was changed meanwhile", "it has another revision");
    if (error instanceof Refusal) return error;
    throw error;
  });
