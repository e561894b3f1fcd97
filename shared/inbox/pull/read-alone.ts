import type { MessageFacts, ReceivedMail } from "../ports/mail-session.ts";
import type { Pull } from "./pull.ts";
import { ServerDisagrees } from "./sync-state.ts";

/** The result for a message that was missing from an answer for several. */
export interface ReadAlone {
  readonly uid: number;
  /** The server's facts about it; absent when the server says that it no longer exists. */
  readonly facts?: MessageFacts;
  /** The message, whole or with its headers only; absent when it is not wanted, gone or not returned. */
  readonly mail?: ReceivedMail;
  /** True when the server lists it but returns nothing of it. */
  readonly missing?: boolean;
}

/** When a server withholds this many messages, reading stops. */
const MOST_MISSING = 50;

/**
 * Asks again for messages that were missing from an answer. One counts as gone only when the server omits it in two later commands, a FETCH and a
 * SEARCH. One that still exists is requested alone, and read as far as the server returns it, whole or with its headers.
 */
export const readAlone = async function* (
  pull: Pull,
  uids: readonly number[],
  isWanted: (facts: MessageFacts) => boolean,
): AsyncGenerator<ReadAlone> {
  if (uids.length === 0) return;
  const { session, signal } = pull;
  const reported = new Map((await session.facts(uids)).map((facts) => [facts.uid, facts]));
  const silent = uids.filter((uid) => !reported.has(uid));
  const named = new Set(silent.length === 0 ? [] : await session.search({ uids: silent }));
  let missing = 0;
  for (const uid of uids) {
    signal.throwIfAborted();
    const again = reported.get(uid);
    if (!again && !named.has(uid)) {
      yield { uid };
      continue;
    }
    pull.isOdd = true;
    const facts = again && !again.unreported ? again : ((await session.facts([uid])).at(0) ?? again ?? unknown(uid));
    if (!isWanted(facts)) {
      yield { uid, facts };
      continue;
    }
    const mail = (await session.fetch([facts])).at(0) ?? (await session.fetchHeadersOnly(facts));
    if (mail) yield { uid, facts, mail };
    else if ((await session.search({ uids: [uid] })).length === 0) yield { uid };
    else {
      missing += 1;
      if (missing > MOST_MISSING) throw new ServerDisagrees("the server lists messages but does not return them");
      yield { uid, facts, missing: true };
    }
  }
};

/** Stands in for facts that the server did not report; the message's source may have them. */
const unknown = (uid: number): MessageFacts => ({
  uid,
  size: 0,
  receivedAt: new Date(0),
  seen: false,
  own: false,
  unreported: ["size", "date", "flags"],
});
