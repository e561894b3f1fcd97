import type { DecidedMail, OwnSend } from "./prepared-mail.ts";
import { groupByLinks } from "../../mail/read/thread-links.ts";

/** What is known of the ids that a page of mails names. */
export interface KnownLinks {
  /** Message-ID → thread. */
  readonly threads: ReadonlyMap<string, string>;
  /** The mailbox's own sends among those ids. */
  readonly sends: readonly OwnSend[];
  /** When each of the threads began. */
  readonly began: ReadonlyMap<string, Date>;
}

/** How a page of mails changes the conversations of a mailbox. */
export interface ThreadPlan {
  /** The thread of each mail, in order. */
  readonly threadOf: readonly string[];
  readonly created: readonly string[];
  /** Younger threads that a late parent joins to an older one. */
  readonly merges: readonly { readonly from: string; readonly into: string }[];
  readonly links: ReadonlyMap<string, string>;
  /** Sends that become part of a conversation. */
  readonly joined: readonly { readonly sendId: string; readonly threadId: string }[];
  /** Every thread whose summary changes. */
  readonly touched: readonly string[];
}

/** Joins mails to conversations by the ids they name, whatever the order of their arrival; never by subject (contract/README.md, "Inbox"). */
export const planThreads = (
  mails: readonly Pick<DecidedMail, "links" | "concerns">[],
  known: KnownLinks,
  newId: () => string,
): ThreadPlan => {
  const sendByMessageId = new Map(known.sends.map((send) => [send.messageId, send]));
  const ids = mails.map(({ links, concerns }) => (concerns ? [...links, concerns.messageId] : links));
  const threadsOf = (named: readonly string[]) =>
    named
      .flatMap((id) => [known.threads.get(id), sendByMessageId.get(id)?.threadId])
      .filter((id) => id !== undefined && known.began.has(id)) as string[];
  const groups = groupByLinks(ids.map((named) => [...named, ...threadsOf(named).map((id) => `thread ${id}`)]));

  const threadOf: string[] = [];
  const created: string[] = [];
  const merges: { from: string; into: string }[] = [];
  const links = new Map<string, string>();
  const joined: { sendId: string; threadId: string }[] = [];
  const touched = new Set<string>();
  for (const group of groups) {
    const named = new Set(group.flatMap((i) => ids[i]!));
    const existing = [...new Set(threadsOf([...named]))].toSorted((a, b) => age(known, a) - age(known, b) || (a < b ? -1 : 1));
    const threadId = existing[0] ?? newId();
    if (existing.length === 0) created.push(threadId);
    for (const from of existing.slice(1)) merges.push({ from, into: threadId });
    for (const i of group) threadOf[i] = threadId;
    for (const id of named) {
      if (known.threads.get(id) === undefined) links.set(id, threadId);
      const send = sendByMessageId.get(id);
      if (send && send.threadId === undefined) joined.push({ sendId: send.id, threadId });
    }
    touched.add(threadId);
  }
  return { threadOf, created, merges, links, joined, touched: [...touched] };
};

const age = (known: KnownLinks, threadId: string): number => known.began.get(threadId)?.getTime() ?? 0;
