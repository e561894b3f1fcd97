import type { Log, Clock } from "#shared/platform/ports.ts";
import { createHmac, timingSafeEqual } from "node:crypto";
import { derivedKey, type Keyring } from "#shared/platform/credentials.ts";
import type { Secret } from "#shared/platform/secret.ts";
import { notFound } from "#shared/platform/errors.ts";
import { publishEvents, type PublishPorts } from "#shared/events/publish.ts";
import type { LinkedSend, Suppressions } from "./suppression.ts";

/** A withdrawal by a client or a recipient, which a restore of the database would undo. It has only ids and counts, because it is logged. */
export type Withdrawal =
  | { readonly what: "key" | "member" | "webhook"; readonly userId: string; readonly id: string }
  | { readonly what: "mailbox"; readonly userId: string; readonly id: string; readonly purge: boolean }
  /** A recipient unsubscribed by the link of a send, or undid that within the minute. The address is the send's. */
  | { readonly what: "unsubscribed" | "resubscribed"; readonly sendId: string }
  /** Addresses that an account has suppressed. */
  | { readonly what: "suppressions"; readonly userId: string; readonly count: number };

/** The log event by which `admin -- after-restore` finds withdrawals. */
export const WITHDRAWN = "withdrawn";

/** Logs a withdrawal, because the log survives a restore of the database. */
export const logWithdrawal = (log: Log, withdrawal: Withdrawal): void => log.info(WITHDRAWN, withdrawal);

/** The keys that sign links, 32 bytes each in base64 by key id; `current` signs, all verify. They cannot open sealed values. */
export interface LinkKeys {
  readonly current: string;
  readonly keys: Readonly<Record<string, string>>;
}

/**
 * The link keys of a keyring, each derived from a master key, with the former keys in `kept`. Throws SealError for a key that is not 32 bytes long.
 */
export const linkKeysOf = (keyring: Keyring, kept: LinkKeys["keys"] = {}): LinkKeys => {
  const derived = (kid: string) => derivedKey(keyring, kid, "unsubscribe link v1").toString("base64");
  const own = Object.fromEntries(Object.keys(keyring.keys).map((kid) => [kid, derived(kid)]));
  return { current: keyring.current, keys: { ...kept, ...own } };
};

/** Half of SHA-256, in bytes: as hard to guess as an AES-128 key. */
const MAC_BYTES = 16;

const signed = (links: LinkKeys, kid: string, sendId: string): string => {
  const key = links.keys[kid];
  if (key === undefined) throw new Error(`there is no link key ${kid}`);
  const body = `${kid}.${Buffer.from(sendId, "hex").toString("base64url")}`;
  const mac = createHmac("sha256", Buffer.from(key, "base64")).update(body).digest().subarray(0, MAC_BYTES);
  return `${body}.${mac.toString("base64url")}`;
};

/** The token of a send's unsubscribe link: `kid.send.mac`. It contains no address, and is valid as long as its key is kept. */
export const unsubscribeToken = (links: LinkKeys, sendId: string): string => signed(links, links.current, sendId);

/** The send of the link; undefined for a token that this service did not make (S28 in SECURITY.md). */
export const sendOfToken = (links: LinkKeys, token: string): string | undefined => {
  const [, kid = "", send = ""] = /^([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]{16})\.[A-Za-z0-9_-]{22}$/.exec(token) ?? [];
  if (!Object.hasOwn(links.keys, kid)) return undefined;
  const sendId = Buffer.from(send, "base64url").toString("hex");
  const expected = Buffer.from(signed(links, kid, sendId));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected) ? sendId : undefined;
};

/** The link keys in the main secret; while the secret has the previous version's form, those derived from the keyring in it. */
export const linksOf = (held: Secret): LinkKeys => ("keyring" in held ? linkKeysOf(held.keyring) : held.links);

/** How long unsubscribing by a link can be undone, ms. */
const UNDO_MS = 60_000;

/** The dependencies of showing a link's page. The keys are read at each use, so that a rotation takes effect. */
export interface LinkPorts {
  readonly links: () => Promise<LinkKeys>;
  readonly suppressions: Pick<Suppressions, "linked">;
  readonly clock: Clock;
}

/** The dependencies of unsubscribing and undoing it. */
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
