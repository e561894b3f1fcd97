import type { MailSession, MessageFacts } from "../ports/mail-session.ts";
import type { StoredIdentity } from "./audit.ts";

/** How many stored messages that look the same are compared by their Message-IDs in one step of an audit. */
const SAMPLE = 10;
/** How many stored messages that look different are compared by their Message-IDs, before all of them are read again. */
const MOST_READ = 50;
const SECOND_MS = 1000;

/**
 * The UIDs of stored messages at which the open folder now has another message, as after a server's restore from a backup, when it assigns the same
 * UIDs again. Only a different Message-ID proves it: a copy may have another size or date.
 */
export const replacedAmong = async (session: MailSession, rows: readonly StoredIdentity[]): Promise<ReadonlySet<number>> => {
  if (rows.length === 0) return new Set();
  const facts = new Map((await session.facts(rows.map(({ uid }) => uid))).map((one) => [one.uid, one]));
  const told = rows.filter(({ uid }) => facts.has(uid));
  const [suspects, alike] = [
    told.filter((row) => !isAlike(row, facts.get(row.uid)!)),
    told.filter((row) => isAlike(row, facts.get(row.uid)!)),
  ];
  const renamed = async (some: readonly StoredIdentity[]) => {
    const found: number[] = [];
    for (const row of some) if (await isRenamed(session, row, facts.get(row.uid)!)) found.push(row.uid);
    return found;
  };
  const sampled = await renamed(spread(alike, SAMPLE));
  // The sampled messages differ although sizes and dates are equal, so only reading every message shows which are still the stored ones.
  if (sampled.length > 0) return new Set(told.map(({ uid }) => uid));
  const read = await renamed(spread(suspects, MOST_READ));
  return new Set(suspects.length > MOST_READ && read.length > 0 ? suspects.map(({ uid }) => uid) : read);
};

const isSameSize = ({ size }: StoredIdentity, facts: MessageFacts): boolean =>
  size === undefined || (facts.unreported?.includes("size") ?? false) || size === facts.size;
const isSameDate = ({ receivedAt }: StoredIdentity, facts: MessageFacts): boolean =>
  (facts.unreported?.includes("date") ?? false) || Math.abs(receivedAt.getTime() - facts.receivedAt.getTime()) < SECOND_MS;
const isAlike = (row: StoredIdentity, facts: MessageFacts): boolean => isSameSize(row, facts) && isSameDate(row, facts);

/** Whether the message has another Message-ID than the stored one; without any, whether both its size and its date differ. */
const isRenamed = async (session: MailSession, row: StoredIdentity, facts: MessageFacts): Promise<boolean> => {
  const mail = await session.fetchHeadersOnly(facts);
  if (!mail) return false;
  const { messageId } = mail.parsed;
  return messageId === "" && row.messageId === "" ? !isSameSize(row, facts) && !isSameDate(row, facts) : messageId !== row.messageId;
};

/** At most `most` of the rows, evenly spread, including the first and the last. */
const spread = <R>(rows: readonly R[], most: number): readonly R[] =>
  rows.length <= most ? rows : Array.from({ length: most }, (_, at) => rows[Math.round((at * (rows.length - 1)) / (most - 1))]!);
