import { prepareMail } from "../store/ingest.ts";
import type { MessageFacts, ReceivedMail } from "../ports.ts";
import type { PreparedMail } from "../store/prepared-mail.ts";
import type { Pull, PullPorts } from "./pull.ts";
import { type FolderCursor, READER_VERSION } from "./sync-state.ts";

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

/** The pages of a folder from where it stands. */
export const pagesFrom = async function* (
  ports: PullPorts,
  pull: Pull,
  begun: FolderCursor,
  uids: readonly number[],
  end: number,
): AsyncGenerator<FetchedPage> {
  const { session, signal, brief } = pull;
  let { last, stubs = [] } = begun;
  // Servers date by whole seconds: what came in the very second may have come after the moment.
  const since = Math.floor(begun.since.getTime() / 1_000) * 1_000;
  for (let at = 0; at < uids.length; at += FACTS_CHUNK) {
    const chunk = uids.slice(at, at + FACTS_CHUNK);
    const facts = (await session.facts(chunk)).filter(({ receivedAt }) => receivedAt.getTime() >= since);
    // After a start that led nowhere, one message at a time shows which it was.
    const pages = pagesOf(facts, at === 0 && begun.starts > 1 ? 1 : brief ? BRIEF_PAGE_MESSAGES : PAGE_MESSAGES);
    for (const [i, page] of pages.entries()) {
      signal.throwIfAborted();
      const suspect = begun.starts > POISON_STARTS && at === 0 && i === 0 ? page[0] : undefined;
      const read = suspect ? await readSuspect(ports, pull, begun, suspect) : { mails: await readWhole(ports, pull, begun, page) };
      // Behind the last page of a chunk lies what was not wanted of it.
      const done = i === pages.length - 1 ? at + chunk.length : at + chunk.indexOf(page.at(-1)!.uid) + 1;
      const all = done === uids.length;
      const latest = page.at(-1);
      if (latest) last = { uid: latest.uid, receivedAt: latest.receivedAt, size: latest.size };
      if (suspect && "isStub" in read && read.mails.length > 0)
        stubs = [...stubs.slice(1 - MOST_STUBS), { uid: suspect.uid, triedAt: ports.clock.now(), reader: READER_VERSION }];
      const ended = all || "failure" in read;
      const cursor = { ...begun, ...(last && { last }), stubs, lastUid: all ? end : uids[done - 1]!, starts: ended ? 0 : 1 };
      yield { ...read, bytes: bytesOf(page), cursor, left: uids.length - done };
    }
  }
};

/** So many stubs of a folder are tried again; the oldest beyond stay as they are. */
const MOST_STUBS = 50;

/**
 * A message that seems to stop every pull. While the server gives neither its headers nor others' the message is not to blame. If it does,
 * the message is read whole once more; where that fails too, or has stopped the process, its headers stand for it.
 */
const readSuspect = async (
  ports: PullPorts,
  pull: Pull,
  begun: FolderCursor,
  facts: MessageFacts,
): Promise<Pick<FetchedPage, "mails" | "failure"> & { readonly isStub?: true }> => {
  const stub = await pull.session.fetchStub(facts);
  const mails = await prepare(ports, pull, begun, stub ? [stub] : []);
  if (begun.starts > POISON_STARTS + 1) return { mails, isStub: true };
  try {
    return { mails: await readWhole(ports, pull, begun, [facts]) };
  } catch (error) {
    return { mails, isStub: true, failure: error instanceof MessageFailed ? error.cause : error };
  }
};

/** Fetches and reads messages; throws MessageFailed. */
export const readWhole = async (
  ports: PullPorts,
  pull: Pull,
  cursor: FolderCursor,
  page: readonly MessageFacts[],
): Promise<readonly PreparedMail[]> => {
  try {
    return await prepare(ports, pull, cursor, await pull.session.fetch(page));
  } catch (error) {
    throw new MessageFailed("messages could not be read", { cause: error });
  }
};

/** Between two mails others have their turn: the page before, which is being stored, and the lease. */
const prepare = async (
  ports: PullPorts,
  { mailbox }: Pull,
  cursor: FolderCursor,
  mails: readonly ReceivedMail[],
): Promise<readonly PreparedMail[]> => {
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
