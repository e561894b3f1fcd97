import { fingerprint, headerFingerprint } from "#shared/mail/read/mail-ids.ts";
import type { MessageLocation } from "../message.ts";
import type { MailPlaces, PendingChange } from "../ports/changes.ts";
import type { MailSession, ReceivedMail } from "../ports/mail-session.ts";

type Stored = Pick<PendingChange, "messageId" | "dedupeKey">;

/** The most messages with a Message-ID that are read in a folder: anybody can send one with an id that he knows. */
const MOST_READ = 20;

/** Whether a mail is the stored message, by its whole content (or, where only its headers could ever be read, by these). */
const isSame = ({ dedupeKey, messageId }: Stored, { parsed }: ReceivedMail): boolean => {
  // A mail that is equal to one received at another time has that time behind its key.
  const key = dedupeKey.replace(/@\d+$/, "");
  return parsed.messageId === messageId && (key === fingerprint(parsed) || key === `stub:${headerFingerprint(parsed)}`);
};

const read = async (session: MailSession, uids: readonly number[]): Promise<readonly ReceivedMail[]> =>
  uids.length === 0 ? [] : session.fetch(await session.facts(uids));

/** Whether a UID of the open folder names the stored message: by its Message-ID, else by its content. */
export const isThere = async (changes: MailPlaces, session: MailSession, stored: Stored, uid: number): Promise<boolean> => {
  const messageId = (await changes.messageIds([uid])).get(uid);
  if (messageId !== stored.messageId) return false;
  return messageId !== "" || (await read(session, [uid])).some((mail) => mail.facts.uid === uid && isSame(stored, mail));
};

/**
 * Where the stored message is, in the first of these folders that has it, which is then open: by its Message-ID and its content. Undefined when none
 * has it, and for a message without Message-ID, because folders are not read whole for it.
 */
export const findElsewhere = async (
  changes: MailPlaces,
  session: MailSession,
  stored: Stored,
  folders: readonly (string | undefined)[],
): Promise<MessageLocation | undefined> => {
  if (stored.messageId === "") return undefined;
  for (const folder of new Set(folders.filter((path) => path !== undefined && path !== ""))) {
    const opened = await changes.open(folder!);
    const uids = opened ? (await changes.named(stored.messageId)).slice(-MOST_READ) : [];
    const found = (await read(session, uids)).find((mail) => uids.includes(mail.facts.uid) && isSame(stored, mail));
    if (opened && found) return { folder: folder!, uidValidity: opened.uidValidity, uid: found.facts.uid };
  }
  return undefined;
};
