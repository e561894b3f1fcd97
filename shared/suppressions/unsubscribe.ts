import { notFound } from "#shared/platform/errors.ts";
import { publishEvents, type PublishPorts } from "#shared/events/publish.ts";
import type { Clock } from "#shared/platform/ports.ts";
import { logWithdrawal } from "./withdrawals.ts";
import type { LinkedSend, Suppressions } from "./suppression.ts";
import { type LinkKeys, sendOfToken } from "./unsubscribe-token.ts";

/** How long unsubscribing by a link can be undone, ms. */
const UNDO_MS = 60_000;

/** The ports of showing a link's page. The keys are read at each use, so that a rotation takes effect. */
export interface LinkPorts {
  readonly links: () => Promise<LinkKeys>;
  readonly suppressions: Pick<Suppressions, "linked">;
  readonly clock: Clock;
}

/** The ports of unsubscribing and undoing it. */
export interface UnsubscribePorts extends LinkPorts, PublishPorts {
  readonly suppressions: Pick<Suppressions, "linked" | "unsubscribe" | "resubscribe">;
}

/** What a link's page shows. */
export interface SeenLink extends Pick<LinkedSend, "sender" | "recipient"> {
  readonly isUnsubscribed: boolean;
  readonly mayUndo: boolean;
}

/**
 * The sender and the recipient of the link's email, and whether the recipient has unsubscribed; undefined for an invalid link, or one whose send no
 * longer exists.
 */
export const seeLink = async ({ links, suppressions, clock }: LinkPorts, token: string): Promise<SeenLink | undefined> => {
  const sendId = sendOfToken(await links(), token);
  const linked = sendId === undefined ? undefined : await suppressions.linked(sendId);
  if (linked === undefined) return undefined;
  const { sender, recipient, unsubscribed } = linked;
  const mayUndo = unsubscribed?.sendId === sendId && clock.now().getTime() - unsubscribed!.createdAt.getTime() < UNDO_MS;
  return { sender, recipient, isUnsubscribed: unsubscribed !== undefined, mayUndo };
};

/** The send of the link; throws 404. */
const openLink = async ({ links }: LinkPorts, token: string): Promise<string> => {
  const sendId = sendOfToken(await links(), token);
  if (sendId === undefined) throw notFound("Link");
  return sendId;
};

/** Suppresses the recipient of the link's send; repeating it is no error. Throws 404. */
export const unsubscribe = async (ports: UnsubscribePorts, token: string): Promise<void> => {
  const sendId = await openLink(ports, token);
  const id = await ports.suppressions.unsubscribe(sendId);
  if (id === undefined) throw notFound("Link");
  logWithdrawal(ports.log, { what: "unsubscribed", sendId });
  await publishEvents(ports, "suppressions", [id]);
};

/**
 * Logs a click on an unsubscribe link whose send a restored database has lost, because the recipient wants no more mail. Does nothing for an undo, or
 * for a token that is not ours.
 */
export const logUnknownSend = async (
  { links, log }: Pick<UnsubscribePorts, "links" | "log">,
  token: string,
  isUndo: () => boolean,
): Promise<void> => {
  const sendId = sendOfToken(await links(), token);
  if (sendId !== undefined && !isUndo()) logWithdrawal(log, { what: "unsubscribed", sendId });
};

/** Undoes an unsubscribe by this link within the last minute; a suppression from before the click stays. Throws 404. */
export const undoUnsubscribe = async (ports: UnsubscribePorts, token: string): Promise<void> => {
  const since = new Date(ports.clock.now().getTime() - UNDO_MS);
  const sendId = await openLink(ports, token);
  const isUndone = await ports.suppressions.resubscribe(sendId, since);
  if (isUndone) logWithdrawal(ports.log, { what: "resubscribed", sendId });
};
