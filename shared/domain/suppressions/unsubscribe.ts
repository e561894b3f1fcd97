import { notFound } from "../errors.ts";
import { publishEvents, type PublishPorts } from "../events/publish.ts";
import type { Clock } from "../ports.ts";
import type { LinkedSend, Suppressions } from "./ports.ts";
import { type LinkKeys, sendOfToken } from "./unsubscribe-token.ts";

/** How long whoever unsubscribed by a link may undo it. */
const UNDO_MS = 60_000;

/** What looking at a link takes; the keys are read anew each time, so that a rotation takes effect. */
export interface LinkPorts {
  readonly links: () => Promise<LinkKeys>;
  readonly suppressions: Pick<Suppressions, "linked">;
  readonly clock: Clock;
}

/** What unsubscribing takes, and undoing it. */
export interface UnsubscribePorts extends LinkPorts, PublishPorts {
  readonly suppressions: Pick<Suppressions, "linked" | "unsubscribe" | "resubscribe">;
}

/** What a link's page shows. */
export interface SeenLink extends Pick<LinkedSend, "sender" | "recipient"> {
  readonly isUnsubscribed: boolean;
  readonly mayUndo: boolean;
}

/** Sender and recipient of the email of a link, and whether the recipient has unsubscribed; undefined for a link that is not ours, or whose send is gone. */
export const seeLink = async ({ links, suppressions, clock }: LinkPorts, token: string): Promise<SeenLink | undefined> => {
  const sendId = sendOfToken(await links(), token);
  const linked = sendId === undefined ? undefined : await suppressions.linked(sendId);
  if (linked === undefined) return undefined;
  const { sender, recipient, unsubscribed } = linked;
  const mayUndo = unsubscribed?.sendId === sendId && clock.now().getTime() - unsubscribed!.createdAt.getTime() < UNDO_MS;
  return { sender, recipient, isUnsubscribed: unsubscribed !== undefined, mayUndo };
};

/** The send whose link it is, or 404. */
const openLink = async ({ links }: LinkPorts, token: string): Promise<string> => {
  const sendId = sendOfToken(await links(), token);
  if (sendId === undefined) throw notFound("Link");
  return sendId;
};

/** Suppresses the recipient of the send whose link it is; again is no error. Throws 404. */
export const unsubscribe = async (ports: UnsubscribePorts, token: string): Promise<void> => {
  const id = await ports.suppressions.unsubscribe(await openLink(ports, token));
  if (id === undefined) throw notFound("Link");
  await publishEvents(ports, "suppressions", [id]);
};

/** Takes back what this link did within the last minute; what was suppressed before the click stays so. Throws 404. */
export const undoUnsubscribe = async (ports: UnsubscribePorts, token: string): Promise<void> => {
  const since = new Date(ports.clock.now().getTime() - UNDO_MS);
  await ports.suppressions.resubscribe(await openLink(ports, token), since);
};
