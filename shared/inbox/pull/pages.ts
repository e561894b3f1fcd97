import type { MessageFacts, ReceivedMail } from "../ports/mail-session.ts";
import type { PreparedMail } from "../ingest/prepared-mail.ts";
import type { Pull, PullPorts } from "./pull.ts";
import { type Progress, progressFrom } from "./window.ts";
import { readAlone, type ReadAlone } from "./read-alone.ts";
import type { FolderCursor } from "./sync-state.ts";

/** The most messages and octets in a page; a large message counts with the parts that are fetched of it (G15 in shared/README.md). */
const PAGE_MESSAGES = 500;
/** The same of a pull's first 500 messages, so that storing begins while the rest is on its way. */
const FIRST_PAGE_MESSAGES = 250;
/** The most messages in a page of a request's short pull, which ends with the page that it is storing even when its time is over. */
const BRIEF_PAGE_MESSAGES = 100;
export const PAGE_BYTES = 20 * 1024 * 1024;
const LARGE_COUNTS_BYTES = 256 * 1024;
/** How many messages the server is asked about in one command. */
const FACTS_CHUNK = 500;
/** After this many pulls that did not get past a message, it may be stored with its headers only (G19 in shared/README.md). */
const POISON_STARTS = 3;

/** Reading messages failed, because of the server or of our reader; one of the messages may be the reason. `cause` is the original error. */
export class MessageFailed extends Error {
  override readonly name = "MessageFailed";
}

/** A page of messages to be stored. */
export interface FetchedPage {
  readonly mails: readonly PreparedMail[];
  /** The size of its messages in memory, octets. */
  readonly bytes: number;
  /** The folder's cursor once the page is stored. */
  readonly cursor: FolderCursor;
  /** How many messages remain after it. */
  readonly left: number;
  /** Why only the headers of the page's single message are stored; the pull ends after this page. */
  readonly failure?: unknown;
}

/** The messages to read in a folder. */
export interface Reading {
  /** The UIDs, ascending. */
  readonly uids: readonly number[];
  /** Whether a message is wanted, by its date. */
  readonly isWanted: (facts: MessageFacts) => boolean;
  /** Returns the cursor after everything is read. */
  readonly ended: (cursor: FolderCursor) => FolderCursor;
  /** Called with the UID of each message that was read, or is not wanted because of its date. */
  readonly heard?: (uid: number) => void;
}

/**
 * Yields the pages of the messages to read. The cursor passes a message only when the server returned it or reported it gone, not when it was only
 * asked for.
 */
export const pagesFrom = async function* (
  ports: PullPorts,
  pull: Pull,
  begun: FolderCursor,
  { uids, isWanted, ended, heard }: Reading,
): AsyncGenerator<FetchedPage> {
  const progress = progressFrom(begun, ports.clock, heard);
  for await (const { at, chunk, answered, page, isFirst, isLast, given } of ahead(pull, askedPages(pull, begun, { uids, isWanted }))) {
    if (isFirst) {
      const known = new Set(answered.map(({ uid }) => uid));
      const before = { progress, cursor: () => ({ ...progress.cursor(begun.lastUid), starts: begun.starts }), left: uids.length - at };
      yield* pagesOfSilent(ports, pull, before, { uids: chunk.filter((uid) => !known.has(uid)), isWanted });
      for (const facts of answered) if (!isWanted(facts)) progress.knows(facts);
    }
    pull.signal.throwIfAborted();
    const suspect = begun.starts > POISON_STARTS && at === 0 && isFirst ? page[0] : undefined;
    const under = { begun, progress };
    const read = suspect ? await readSuspect(ports, pull, under, suspect) : await readPage(ports, pull, under, page, given);
    // The messages after a chunk's last page were not wanted.
    const done = isLast ? at + chunk.length : at + chunk.indexOf(page.at(-1)!.uid) + 1;
    const all = done === uids.length;
    const cursor = { ...progress.cursor(uids[done - 1]!), starts: all || "failure" in read ? 0 : 1 };
    yield { ...read, cursor: all && !("failure" in read) ? ended(cursor) : cursor, left: uids.length - done };
  }
};

/** A page as the server lists it. */
interface AskedPage {
  /** The UIDs of one command for facts, of which the page is a part, and how many come before them. */
  readonly chunk: readonly number[];
  readonly at: number;
  /** The facts that the server reported about them. */
  readonly answered: readonly MessageFacts[];
  readonly page: readonly MessageFacts[];
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Its messages; absent when they are asked for one by one, because one of them may have stopped a pull. */
  readonly given?: readonly ReceivedMail[];
}

/** Asks for the facts about messages, and for the wanted messages, a page at a time. */
const askedPages = async function* (
  pull: Pull,
  begun: FolderCursor,
  { uids, isWanted }: Pick<Reading, "uids" | "isWanted">,
): AsyncGenerator<AskedPage> {
  const isCareful = begun.starts > 1;
  for (let at = 0; at < uids.length; at += FACTS_CHUNK) {
    const chunk = uids.slice(at, at + FACTS_CHUNK);
    const answered = (await pull.session.facts(chunk)).filter(({ unreported }) => !unreported);
    // After a pull that made no progress, messages are read one at a time to find the one that stops it.
    const most = at === 0 ? (isCareful ? 1 : FIRST_PAGE_MESSAGES) : PAGE_MESSAGES;
    const pages = pagesOf(answered.filter(isWanted), pull.brief ? Math.min(most, BRIEF_PAGE_MESSAGES) : most);
    for (const [i, page] of pages.entries()) {
      pull.signal.throwIfAborted();
      const given = isCareful ? {} : { given: await fetchPage(pull, page) };
      yield { chunk, at, answered, page, isFirst: i === 0, isLast: i === pages.length - 1, ...given };
    }
  }
};

/** A page of at most this size is parsed while the next one is on its way, octets. */
const AHEAD_BYTES = PAGE_BYTES / 4;

/** Asks for the next page while a small one is read: the server and the line work meanwhile. A brief pull may end with any page. */
const ahead = async function* ({ brief }: Pull, pages: AsyncGenerator<AskedPage>): AsyncGenerator<AskedPage> {
  for (let next = pages.next(); ;) {
    const { value, done } = await next;
    if (done) return;
    const mayAsk = !brief && value.given !== undefined && bytesOf(value.given) <= AHEAD_BYTES;
    if (mayAsk) (next = pages.next()).catch(() => undefined);
    yield value;
    if (!mayAsk) next = pages.next();
  }
};

/** The messages that the server left out of an answer for several, each on a page alone. */
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
    yield { mails, bytes: one.mail ? bytesOf([one.mail]) : 0, cursor: cursor(), left };
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

/** A page's messages; those that the server left out are asked for again, one by one. */
const readPage = async (
  ports: PullPorts,
  pull: Pull,
  { begun, progress }: Under,
  page: readonly MessageFacts[],
  given?: readonly ReceivedMail[],
): Promise<Pick<FetchedPage, "mails" | "bytes">> => {
  const received = given ?? (await fetchPage(pull, page));
  const mails = await readable(prepare(ports, pull, begun, received));
  const uids = new Set(received.map(({ facts }) => facts.uid));
  const silent = page.filter(({ uid }) => !uids.has(uid));
  for (const facts of page) if (!silent.includes(facts)) progress.knows(facts);
  const again: PreparedMail[] = [];
  const left = silent.map(({ uid }) => uid);
  for await (const one of readAlone(pull, left, () => true)) {
    noteAlone(progress, one);
    if (one.mail) again.push(...(await prepare(ports, pull, begun, [one.mail])));
  }
  return { mails: [...mails, ...again], bytes: bytesOf(received) };
};

/**
 * Reads a message that seems to stop every pull. While the server returns no headers of it or of other messages, the message is not to blame.
 * Otherwise it is read whole once more; when that fails too, or has stopped the process before, only its headers are stored.
 */
const readSuspect = async (
  ports: PullPorts,
  pull: Pull,
  under: Under,
  facts: MessageFacts,
): Promise<Pick<FetchedPage, "mails" | "bytes" | "failure">> => {
  const { begun, progress } = under;
  const headersOnly = await pull.session.fetchHeadersOnly(facts);
  const byHeaders = async () => {
    progress.knows(facts);
    progress.keptHeadersOnly(facts.uid, !headersOnly);
    return { mails: await prepare(ports, pull, begun, headersOnly ? [headersOnly] : []), bytes: 0 };
  };
  if (begun.starts > POISON_STARTS + 1) return byHeaders();
  try {
    return await readPage(ports, pull, under, [facts]);
  } catch (error) {
    return { ...(await byHeaders()), failure: error instanceof MessageFailed ? error.cause : error };
  }
};

/** Fetches messages. Throws MessageFailed. */
const fetchPage = (pull: Pull, page: readonly MessageFacts[]): Promise<readonly ReceivedMail[]> => readable(pull.session.fetch(page));

const readable = <R>(work: Promise<R>): Promise<R> =>
  work.catch((error: unknown) => {
    throw new MessageFailed("messages could not be read", { cause: error });
  });

/** Parses mails one after another. Between two it yields to the event loop, so that storing the previous page and renewing the lease go on. */
export const prepare = async (
  ports: PullPorts,
  { mailbox, healing }: Pull,
  cursor: FolderCursor,
  mails: readonly ReceivedMail[],
): Promise<readonly PreparedMail[]> => {
  // Loaded with the first mail: it is a third of the function's code, and most pulls after a cold start find nothing new.
  const { prepareMail } = await import("../ingest/ingest.ts");
  const prepared: (PreparedMail | undefined)[] = [];
  for (const mail of mails) {
    if (mail.facts.draft) healing?.keptOut.set(mail.facts.uid, "draft");
    prepared.push(prepareMail(ports, mailbox, cursor, mail, healing));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return prepared.filter((mail) => mail !== undefined);
};

/** The octets that a message may take in a page: of a large one only the texts are fetched. */
const heldOf = ({ size }: MessageFacts): number => Math.min(size, LARGE_COUNTS_BYTES);
/** About the octets that messages take: a file is only described, and a large mail may have few words. */
const bytesOf = (mails: readonly ReceivedMail[]): number =>
  mails.reduce((sum, { facts, parsed }) => sum + Math.min(heldOf(facts), wordsOf(parsed)), 0);
const wordsOf = ({ headers, text, html, reports }: ReceivedMail["parsed"]): number =>
  [text, html, ...headers.map(({ value }) => value), ...reports.map(({ content }) => content)].reduce((sum, { length }) => sum + length, 0);

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
