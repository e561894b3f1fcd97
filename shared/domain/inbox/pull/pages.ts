import type { MessageFacts, ReceivedMail } from "../ports/mail-session.ts";
import type { PreparedMail } from "../store/prepared-mail.ts";
import type { Pull, PullPorts } from "./pull.ts";
import { type Progress, progressFrom } from "./progress.ts";
import { readAlone, type ReadAlone } from "./read-alone.ts";
import type { FolderCursor } from "./sync-state.ts";

/** At most so many messages a page, and so many octets; a large message counts with what is fetched of it (G15). */
const PAGE_MESSAGES = 500;
/** A request's short pull ends with the page that it is storing: what that takes comes on top of its time. */
const BRIEF_PAGE_MESSAGES = 100;
export const PAGE_BYTES = 20 * 1024 * 1024;
const LARGE_COUNTS_BYTES = 256 * 1024;
/** How many messages the server is asked about in one command. */
const FACTS_CHUNK = 500;
/** A message that stopped so many pulls may be stored by its headers alone (G19). */
const POISON_STARTS = 3;

/** Reading messages failed, by the server or by us: it may concern one of them. The cause is the failure. */
export class MessageFailed extends Error {
  override readonly name = "MessageFailed";
}

/** A page of messages on its way into the store. */
export interface FetchedPage {
  readonly mails: readonly PreparedMail[];
  /** What of them is held in memory, in octets. */
  readonly bytes: number;
  /** Where the folder stands once the page is stored. */
  readonly cursor: FolderCursor;
  /** Messages that are left behind it. */
  readonly left: number;
  /** Why the page's message is stored by its headers alone; the pull ends with it. */
  readonly failure?: unknown;
}

/** What of a folder is to be read. */
export interface Reading {
  /** Ascending. */
  readonly uids: readonly number[];
  /** Whether a message is wanted, by its date. */
  readonly isWanted: (facts: MessageFacts) => boolean;
  /** The cursor once all of it is read. */
  readonly ended: (cursor: FolderCursor) => FolderCursor;
  /** Hears of each message that was read, or whose date says that it is not wanted. */
  readonly heard?: (uid: number) => void;
}

/** The pages of what is to be read. The cursor moves over what was answered, and over what the server says to be gone; never over what was asked. */
export const pagesFrom = async function* (
  ports: PullPorts,
  pull: Pull,
  begun: FolderCursor,
  { uids, isWanted, ended, heard }: Reading,
): AsyncGenerator<FetchedPage> {
  const { session, signal, brief } = pull;
  const progress = progressFrom(begun, ports.clock, heard);
  for (let at = 0; at < uids.length; at += FACTS_CHUNK) {
    const chunk = uids.slice(at, at + FACTS_CHUNK);
    const reported = (await session.facts(chunk)).filter(({ unreported }) => !unreported);
    const answered = new Set(reported.map(({ uid }) => uid));
    const before = { progress, cursor: () => ({ ...progress.cursor(begun.lastUid), starts: begun.starts }), left: uids.length - at };
    const silent = chunk.filter((uid) => !answered.has(uid));
    yield* pagesOfSilent(ports, pull, before, { uids: silent, isWanted });
    for (const facts of reported) if (!isWanted(facts)) progress.knows(facts);
    // After a start that led nowhere, one message at a time shows which it was.
    const pages = pagesOf(reported.filter(isWanted), at === 0 && begun.starts > 1 ? 1 : brief ? BRIEF_PAGE_MESSAGES : PAGE_MESSAGES);
    for (const [i, page] of pages.entries()) {
      signal.throwIfAborted();
      const suspect = begun.starts > POISON_STARTS && at === 0 && i === 0 ? page[0] : undefined;
      const read = suspect
        ? await readSuspect(ports, pull, { begun, progress }, suspect)
        : await readPage(ports, pull, { begun, progress }, page);
      // Behind the last page of a chunk lies what was not wanted of it.
      const done = i === pages.length - 1 ? at + chunk.length : at + chunk.indexOf(page.at(-1)!.uid) + 1;
      const all = done === uids.length;
      const cursor = { ...progress.cursor(uids[done - 1]!), starts: all || "failure" in read ? 0 : 1 };
      yield { ...read, bytes: bytesOf(page), cursor: all && !("failure" in read) ? ended(cursor) : cursor, left: uids.length - done };
    }
  }
};

/** What the server passed over when it was asked for with others, each on a page of its own. */
const pagesOfSilent = async function* (
  ports: PullPorts,
  pull: Pull,
  { progress, cursor, left }: { readonly progress: Progress; readonly cursor: () => FolderCursor; readonly left: number },
  { uids, isWanted }: Pick<Reading, "uids" | "isWanted">,
): AsyncGenerator<FetchedPage> {
  for await (const one of readAlone(pull, uids, isWanted)) {
    noteAlone(progress, one);
    if (!one.mail && !one.missing) continue;
    const mails = await prepare(ports, pull, cursor(), one.mail ? [one.mail] : []);
    yield { mails, bytes: one.facts ? heldOf(one.facts) : 0, cursor: cursor(), left };
  }
};

const noteAlone = (progress: Progress, { uid, facts, mail, missing = false }: ReadAlone): void => {
  if (facts) progress.knows(facts);
  if (missing || mail?.headersOnly) progress.keptHeadersOnly(uid, missing);
};

interface Under {
  readonly begun: FolderCursor;
  readonly progress: Progress;
}

/** A page's messages; those that the server passed over are asked for again, alone. */
const readPage = async (
  ports: PullPorts,
  pull: Pull,
  { begun, progress }: Under,
  page: readonly MessageFacts[],
): Promise<Pick<FetchedPage, "mails">> => {
  const { mails, silent } = await readWhole(ports, pull, begun, page);
  for (const facts of page) if (!silent.includes(facts)) progress.knows(facts);
  const again: PreparedMail[] = [];
  const uids = silent.map(({ uid }) => uid);
  for await (const one of readAlone(pull, uids, () => true)) {
    noteAlone(progress, one);
    if (one.mail) again.push(...(await prepare(ports, pull, begun, [one.mail])));
  }
  return { mails: [...mails, ...again] };
};

/**
 * A message that seems to stop every pull. While the server gives neither its headers nor others' the message is not to blame. If it does,
 * the message is read whole once more; where that fails too, or has stopped the process, its headers stand for it.
 */
const readSuspect = async (
  ports: PullPorts,
  pull: Pull,
  under: Under,
  facts: MessageFacts,
): Promise<Pick<FetchedPage, "mails" | "failure">> => {
  const { begun, progress } = under;
  const headersOnly = await pull.session.fetchHeadersOnly(facts);
  const byHeaders = async () => {
    progress.knows(facts);
    progress.keptHeadersOnly(facts.uid, !headersOnly);
    return { mails: await prepare(ports, pull, begun, headersOnly ? [headersOnly] : []) };
  };
  if (begun.starts > POISON_STARTS + 1) return byHeaders();
  try {
    return await readPage(ports, pull, under, [facts]);
  } catch (error) {
    return { ...(await byHeaders()), failure: error instanceof MessageFailed ? error.cause : error };
  }
};

/** Fetches and reads messages; `silent` are those that the server passed over. Throws MessageFailed. */
const readWhole = async (
  ports: PullPorts,
  pull: Pull,
  cursor: FolderCursor,
  page: readonly MessageFacts[],
): Promise<{ readonly mails: readonly PreparedMail[]; readonly silent: readonly MessageFacts[] }> => {
  try {
    const given = await pull.session.fetch(page);
    const uids = new Set(given.map(({ facts }) => facts.uid));
    return { mails: await prepare(ports, pull, cursor, given), silent: page.filter(({ uid }) => !uids.has(uid)) };
  } catch (error) {
    throw new MessageFailed("messages could not be read", { cause: error });
  }
};

/** Between two mails others have their turn: the page before, which is being stored, and the lease. */
export const prepare = async (
  ports: PullPorts,
  { mailbox }: Pull,
  cursor: FolderCursor,
  mails: readonly ReceivedMail[],
): Promise<readonly PreparedMail[]> => {
  // Loaded with the first mail: a third of what the function weighs, and most pulls of a cold start find nothing new.
  const { prepareMail } = await import("../store/ingest.ts");
  const prepared: (PreparedMail | undefined)[] = [];
  for (const mail of mails) {
    prepared.push(prepareMail(ports, mailbox, cursor, mail));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return prepared.filter((mail) => mail !== undefined);
};

/** What a message of that size takes in a page: of a large one only the texts are fetched. */
const heldOf = ({ size }: MessageFacts): number => Math.min(size, LARGE_COUNTS_BYTES);
const bytesOf = (page: readonly MessageFacts[]): number => page.reduce((sum, message) => sum + heldOf(message), 0);

const pagesOf = (facts: readonly MessageFacts[], size: number): readonly (readonly MessageFacts[])[] => {
  const pages: MessageFacts[][] = [];
  let bytes = 0;
  for (const message of facts) {
    const cost = heldOf(message);
    const page = pages.at(-1);
    if (page && page.length < size && bytes + cost <= PAGE_BYTES) {
      page.push(message);
      bytes += cost;
    } else {
      pages.push([message]);
      bytes = cost;
    }
  }
  return pages.length > 0 ? pages : [[]];
};
