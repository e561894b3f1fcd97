import { isFingerprint } from "../../mail/read/fingerprint.ts";
import type { Message, MessageLocation } from "../message.ts";
import type { PreparedMail } from "./prepared-mail.ts";

/** What is looked at of a stored message to recognise another copy of it. */
export type KnownMessage = Pick<Message, "id" | "dedupeKey" | "providerId" | "messageId" | "isRead" | "createdAt"> & MessageLocation;

/** What a page of mails brings. */
export interface Recognised {
  /** What is to be stored. One that takes the place of its stub has the stub's id and state. */
  readonly fresh: readonly PreparedMail[];
  /** Stored messages that lie elsewhere now, or nowhere that is known; to be written first and in this order. */
  readonly moved: readonly { readonly id: string; readonly to: MessageLocation }[];
}

/** The keys under which the mails may be stored. */
export const keysOf = (mails: readonly PreparedMail[]): { readonly keys: readonly string[]; readonly providerIds: readonly string[] } => {
  const providerIds = mails.flatMap(({ message }) => message.providerId ?? []);
  return { keys: [...new Set(mails.flatMap(({ message, stubKey }) => [message.dedupeKey, stubKey])), ...providerIds], providerIds };
};

const placeOf = ({ folder, uidValidity, uid }: MessageLocation): string => JSON.stringify([folder, uidValidity, uid]);
/** Where nothing lies: the message's UID names another one now. */
const nowhere = (id: string): MessageLocation => ({ folder: "", uidValidity: id, uid: 0 });

/**
 * Tells new mail from mail that is stored already (G16): by its fingerprint first; by the provider's id only together with the Message-ID, as a
 * server that was migrated gives ids anew. A stored message follows to another place when its folder's UIDs are new, or when the provider's
 * id proves that it is the same one; never to a copy beside it, which may be a stranger's.
 */
export const recognise = (mails: readonly PreparedMail[], known: readonly KnownMessage[]): Recognised => {
  const rows = new Map(known.map((row) => [row.dedupeKey, row]));
  const byProvider = new Map(known.flatMap((row) => [[row.providerId ?? row.dedupeKey, row] as const]));
  const places = new Map(known.map((row) => [placeOf(row), row]));
  const seen = new Set<string>();
  const fresh: PreparedMail[] = [];
  const moved: { id: string; to: MessageLocation }[] = [];

  const proven = ({ message }: PreparedMail): KnownMessage | undefined => {
    const row = message.providerId === undefined ? undefined : byProvider.get(message.providerId);
    return row?.messageId === message.messageId ? row : undefined;
  };
  /** What was stored before fingerprints had this form is known by its place. */
  const former = ({ message }: PreparedMail): KnownMessage | undefined => {
    const row = places.get(placeOf(message));
    return row && row.messageId === message.messageId && !isFingerprint(row.dedupeKey) && !row.dedupeKey.startsWith("stub:")
      ? row
      : undefined;
  };
  const occupy = (mail: PreparedMail, id: string | undefined) => {
    const there = places.get(placeOf(mail.message));
    if (there && there.id !== id) moved.push({ id: there.id, to: nowhere(there.id) });
  };

  for (const mail of mails) {
    const { message, stubKey } = mail;
    const sameProvider = message.providerId === undefined ? "" : `${message.providerId} ${message.messageId}`;
    if (seen.has(message.dedupeKey) || seen.has(sameProvider)) continue;
    seen.add(message.dedupeKey);
    if (sameProvider !== "") seen.add(sameProvider);
    const stub = rows.get(stubKey);
    const row = rows.get(message.dedupeKey) ?? [proven(mail), former(mail)].find((found) => found && found !== stub);
    if (row) {
      const { folder, uidValidity, uid } = message;
      const renumbered = row.uid === 0 || (row.folder === folder && row.uidValidity !== uidValidity);
      if (placeOf(row) === placeOf(message) || !(renumbered || (proven(mail) === row && row.folder !== folder))) continue;
      occupy(mail, row.id);
      moved.push({ id: row.id, to: { folder, uidValidity, uid } });
    } else if (stub) {
      occupy(mail, stub.id);
      fresh.push({ ...mail, replacesStub: true, message: { ...message, id: stub.id, isRead: stub.isRead, createdAt: stub.createdAt } });
    } else {
      occupy(mail, undefined);
      fresh.push(mail);
    }
  }
  return { fresh, moved };
};
