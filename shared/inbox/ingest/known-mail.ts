import { isFingerprint } from "#shared/mail/read/mail-ids.ts";
import type { Message, MessageLocation } from "../message.ts";
import type { PreparedMail } from "./prepared-mail.ts";

/** The fields of a stored message by which copies of it are recognised. */
export type KnownMessage = Pick<
  Message,
  | "id"
  | "threadId"
  | "dedupeKey"
  | "providerId"
  | "messageId"
  | "from"
  | "direction"
  | "isRead"
  | "createdAt"
  | "receivedAt"
  | "onServer"
  | "copyAt"
> &
  MessageLocation;

/** How a page of mails compares with the stored messages. */
export interface Recognised {
  /** The mails to store. One that replaces its headers-only version takes over its id and state. */
  readonly fresh: readonly PreparedMail[];
  /** Stored messages whose location has changed or is no longer known; written first and in this order. */
  readonly moved: readonly { readonly id: string; readonly to: MessageLocation }[];
  /** Stored messages of which a copy is in another folder; checking their own location later shows whether they were moved. */
  readonly copied: readonly { readonly id: string; readonly at: MessageLocation }[];
  /** Stored messages of the mailbox's own that counted as received until a copy was found in the Sent folder. */
  readonly sent: readonly Pick<Message, "id" | "threadId">[];
}

/** The keys by which stored copies of a page's mails are found; all mails of a page are in one folder. */
export interface PageKeys extends Pick<MessageLocation, "folder" | "uidValidity"> {
  readonly uids: readonly number[];
  readonly dedupeKeys: readonly string[];
  readonly providerIds: readonly string[];
  /** Message-IDs, only of mails that are recognised by them: those of which only the headers were read, and the mailbox's own. */
  readonly messageIds: readonly string[];
}

/** The keys under which the mails of a page may already be stored. */
export const pageKeys = ({ message: { folder, uidValidity } }: PreparedMail, mails: readonly PreparedMail[]): PageKeys => {
  const providerIds = mails.flatMap(({ message }) => message.providerId ?? []);
  const keys = mails.flatMap(({ message, headersKey }) => [message.dedupeKey, headersKey].flatMap((key) => [key, timedKey(key, message)]));
  return {
    folder,
    uidValidity,
    uids: mails.map(({ message }) => message.uid),
    dedupeKeys: [...new Set(keys), ...providerIds],
    providerIds,
    messageIds: mails.filter((mail) => isNamedHeadersOnly(mail) || mayHaveCopy(mail)).map(({ message }) => message.messageId),
  };
};

type Received = Pick<Message, "receivedAt">;
/** The key of a mail that is equal to one received at another time, such as a nightly job's: two of them in one folder are two messages. */
const timedKey = (key: string, { receivedAt }: Received): string => `${key}@${Math.floor(receivedAt.getTime() / 1000)}`;
const sameSecond = (a: Received, b: Received): boolean => timedKey("", a) === timedKey("", b);

const locationKey = ({ folder, uidValidity, uid }: MessageLocation): string => JSON.stringify([folder, uidValidity, uid]);
/** Whether only the headers of a mail were read, and they have a Message-ID. */
const isNamedHeadersOnly = ({ message, headersKey }: PreparedMail): boolean => message.dedupeKey === headersKey && message.messageId !== "";
/** Whether the mail was written in the mailbox's name, so that one copy may be in Sent and another, changed on its way, in the inbox. */
const mayHaveCopy = ({ message, fromOwn }: PreparedMail): boolean => fromOwn && message.messageId !== "";
/**
 * Whether the stored message is a different one, received at another time. In the same folder a different UID shows it, because a message keeps its
 * UID. In another folder the time alone does, for example for an equal nightly mail that was filed.
 */
const isBeside = (message: Received & MessageLocation & Pick<Message, "messageId">, row: KnownMessage): boolean => {
  if (row.uid === 0 || sameSecond(row, message)) return false;
  if (row.folder !== message.folder) return message.messageId === "";
  return row.uidValidity === message.uidValidity && row.uid !== message.uid;
};
/** Whether the provider keeps each message only once in the folders that are read: then it is where it was last seen. */
const isNowhereElse = ({ providerId = "" }: Pick<Message, "providerId">): boolean => providerId.startsWith("gm:");
/** The location of a message that is no longer at its UID, which now names another one. */
const nowhere = (id: string): MessageLocation => ({ folder: "", uidValidity: id, uid: 0 });

/**
 * Separates new mail from mail that is already stored (G16 in shared/README.md): by its fingerprint, or by the provider's id together with the
 * Message-ID, because a migrated server assigns the ids again. A stored message gets a new location when its folder has a new UIDVALIDITY, when its
 * own location is known to be empty, or when its provider keeps each message once. The mailbox's own mail is one message in Sent and elsewhere. A
 * copy in another folder is noted, except one in Junk with another time, which a stranger may have sent.
 */
export const recognise = (mails: readonly PreparedMail[], known: readonly KnownMessage[]): Recognised => {
  const rows = new Map(known.map((row) => [row.dedupeKey, row]));
  const byProvider = new Map(known.flatMap((row) => [[row.providerId ?? row.dedupeKey, row] as const]));
  const byLocation = new Map(known.map((row) => [locationKey(row), row]));
  const seen = new Set<string>();
  const claimed = new Set<string>();
  const fresh: PreparedMail[] = [];
  const moved: { id: string; to: MessageLocation }[] = [];
  const copied: { id: string; at: MessageLocation }[] = [];
  const sent: Pick<Message, "id" | "threadId">[] = [];

  const proven = ({ message }: PreparedMail): KnownMessage | undefined => {
    const row = message.providerId === undefined ? undefined : byProvider.get(message.providerId);
    return row?.messageId === message.messageId && !isBeside(message, row) ? row : undefined;
  };
  /** A message that was stored before fingerprints had this form; its location identifies it. */
  const former = ({ message }: PreparedMail): KnownMessage | undefined => {
    const row = byLocation.get(locationKey(message));
    return row && row.messageId === message.messageId && !isFingerprint(row.dedupeKey) && !row.dedupeKey.startsWith("stub:")
      ? row
      : undefined;
  };
  /**
   * The stored, whole version of a mail of which only the headers were read this time, at the same location or under new UIDs. Only the Message-ID
   * identifies it; the mail is read whole later, and becomes a message of its own if it differs.
   */
  const wholeBefore = (mail: PreparedMail): KnownMessage | undefined => {
    const { messageId, folder, uidValidity, uid } = mail.message;
    const isThere = (row: KnownMessage) => row.folder === folder && (row.uidValidity !== uidValidity || row.uid === uid);
    const isSame = (row: KnownMessage) => row.messageId === messageId && (row.uid === 0 || isThere(row));
    return isNamedHeadersOnly(mail) ? known.find((row) => isSame(row) && isFingerprint(row.dedupeKey) && !claimed.has(row.id)) : undefined;
  };
  /** The mailbox's own mail with the same Message-ID, one copy of which is in Sent and the other in another folder. */
  const ownCopy = (mail: PreparedMail): KnownMessage | undefined => {
    const { messageId, folder, from } = mail.message;
    const isSame = (row: KnownMessage) => row.messageId === messageId && row.from.email.toLowerCase() === from.email.toLowerCase();
    const isOther = (row: KnownMessage) => row.folder !== folder && (mail.isSentCopy || row.direction === "outbound");
    return mayHaveCopy(mail) ? known.find((row) => isSame(row) && isOther(row) && !claimed.has(row.id)) : undefined;
  };
  /** The stored message with this key and time, else the one with this key, unless that is another mail with the same content. */
  const keyed = (key: string, message: PreparedMail["message"]): KnownMessage | undefined => {
    const row = rows.get(key);
    return rows.get(timedKey(key, message)) ?? (row && !claimed.has(row.id) && !isBeside(message, row) ? row : undefined);
  };
  const occupy = (mail: PreparedMail, id: string | undefined) => {
    const there = byLocation.get(locationKey(mail.message));
    if (there && there.id !== id) moved.push({ id: there.id, to: nowhere(there.id) });
  };
  /** Adds the time to the mail's key when the key belongs to an equal mail of another time. */
  const withOwnKey = (mail: PreparedMail): PreparedMail => {
    const { dedupeKey } = mail.message;
    const isTaken = rows.has(dedupeKey) || fresh.some(({ message }) => message.dedupeKey === dedupeKey);
    return isTaken ? { ...mail, message: { ...mail.message, dedupeKey: timedKey(dedupeKey, mail.message) } } : mail;
  };

  for (const mail of mails) {
    const { message, headersKey } = mail;
    // All mails of a page are in one folder, so copies of one mail among them have the same time.
    const names = [message.dedupeKey, ...(message.providerId === undefined ? [] : [`${message.providerId} ${message.messageId}`])];
    const times = names.map((name) => timedKey(name, message));
    if (times.some((name) => seen.has(name))) continue;
    for (const name of times) seen.add(name);
    const headersOnly = keyed(headersKey, message);
    const row =
      keyed(message.dedupeKey, message) ??
      [proven(mail), former(mail), wholeBefore(mail), ownCopy(mail)].find((found) => found && found !== headersOnly);
    if (row) {
      claimed.add(row.id);
      if (message.direction === "outbound" && row.direction !== "outbound") sent.push(row);
      const { folder, uidValidity, uid } = message;
      const at = { folder, uidValidity, uid };
      const renumbered = row.uid === 0 || (row.folder === folder && row.uidValidity !== uidValidity);
      const isSame = !mail.fromJunk || sameSecond(row, message) || proven(mail) === row;
      const isGone = row.onServer === false || (row.folder !== folder && proven(mail) === row && isNowhereElse(message));
      if (locationKey(row) === locationKey(message)) continue;
      if (renumbered || (isSame && isGone)) {
        occupy(mail, row.id);
        moved.push({ id: row.id, to: at });
      } else if (isSame && !(row.copyAt && locationKey(row.copyAt) === locationKey(at))) copied.push({ id: row.id, at });
    } else if (headersOnly) {
      occupy(mail, headersOnly.id);
      const { id, isRead, createdAt } = headersOnly;
      const whole = withOwnKey(mail);
      fresh.push({ ...whole, replacesHeadersOnly: true, message: { ...whole.message, id, isRead, createdAt } });
    } else {
      occupy(mail, undefined);
      fresh.push(withOwnKey(mail));
    }
  }
  return { fresh, moved, copied, sent };
};
