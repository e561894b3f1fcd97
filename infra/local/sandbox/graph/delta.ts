/**
 * Delta queries of a folder's messages (learn.microsoft.com/graph/api/message-delta and …/graph/delta-query-overview): rounds of pages that end with
 * a link to the next round. Tokens live in memory, so a restart expires them, as Exchange's cache of tokens may.
 */
import { randomBytes } from "node:crypto";
import type { Folder } from "../mail-store.ts";
import { Refusal } from "../http/answer.ts";
import { type GraphMailbox, messageId } from "./mailbox.ts";
import { messageJson, type Shape } from "./message-json.ts";

/** A message by its id and UID. */
interface Named {
  readonly id: string;
  readonly uid: number;
}

/** The messages of a folder at some time, with their UIDs and versions. */
type Snapshot = ReadonlyMap<string, { readonly uid: number; readonly modseq: number }>;

/** A round: what changed, and from where the next page goes on. */
interface State {
  readonly mailbox: string;
  readonly folder: string;
  readonly shape: Omit<Shape, "isImmutable">;
  /** The folder at the end of this round. */
  readonly snapshot: Snapshot;
  /** The changed messages that are still to be returned; absent for the token of a next round. */
  readonly rest?: readonly Named[];
}

/** A page of a delta query asked for. */
export interface DeltaPage {
  readonly mailbox: GraphMailbox;
  readonly folder: Folder;
  readonly token: string | undefined;
  readonly shape: Shape;
  readonly size: number;
  /** The query's address without tokens. */
  readonly at: string;
}

/** How many tokens live; older ones expire ("the upper limit depends on the size of the internal delta token cache"). */
const TOKENS_MAX = 5_000;

const snapshotOf = ({ messages }: Folder): Snapshot => new Map(messages.map(({ id, uid, modseq }) => [id, { uid, modseq }]));

/** The messages that went, came or changed between two times, the newest first: "the return order isn't guaranteed". */
const changesOf = (before: Snapshot, after: Snapshot): readonly Named[] => {
  const gone = [...before].filter(([id]) => !after.has(id));
  const isNew = ([id, { uid, modseq }]: [string, { uid: number; modseq: number }]) =>
    before.get(id)?.uid !== uid || before.get(id)?.modseq !== modseq;
  return [...gone, ...[...after].filter(isNew).toReversed()].map(([id, { uid }]) => ({ id, uid }));
};

/** The delta queries of a stand-in. */
export const createDelta = () => {
  const states = new Map<string, State>();
  const keep = (state: State): string => {
    const token = randomBytes(12).toString("base64url");
    states.set(token, state);
    for (const oldest of states.keys()) {
      if (states.size <= TOKENS_MAX) break;
      states.delete(oldest);
    }
    return token;
  };

  const expired = (at: string) =>
    new Refusal(410, "syncStateNotFound", "The sync state generation is not found. The delta token is expired.", {
      location: `${at}?$deltatoken=`,
    });

  /** The state from which a page is read: the start of the first round, the start of a further round, or the middle of a round. */
  const stateAt = ({ mailbox, folder, token, shape, at }: DeltaPage): State => {
    const now = snapshotOf(folder);
    const first = { mailbox: mailbox.address, folder: folder.name, shape, snapshot: now };
    if (!token) return { ...first, rest: changesOf(new Map(), now) };
    const known = states.get(token);
    if (!known || known.mailbox !== mailbox.address || known.folder !== folder.name) throw expired(at);
    return known.rest ? known : { ...known, snapshot: now, rest: changesOf(known.snapshot, now) };
  };

  return {
    /** Lets all tokens expire. */
    expire: () => states.clear(),
    page: async (asked: DeltaPage): Promise<object> => {
      const state = stateAt(asked);
      const { rest = [], shape } = state;
      const there = new Map(asked.folder.messages.map((message) => [message.id, message]));
      const { isImmutable } = asked.shape;
      const entry = async ({ id, uid }: Named): Promise<object> => {
        const message = there.get(id);
        if (message) return messageJson({ folder: asked.folder, message }, { ...shape, isImmutable });
        return { id: messageId({ folder: asked.folder, message: { id, uid } }, isImmutable), "@removed": { reason: "deleted" } };
      };
      const value: object[] = [];
      for (const one of rest.slice(0, asked.size)) value.push(await entry(one));
      const left = rest.slice(asked.size);
      const { rest: _, ...ended } = state;
      const link =
        left.length > 0
          ? { "@odata.nextLink": `${asked.at}?$skiptoken=${keep({ ...state, rest: left })}` }
          : { "@odata.deltaLink": `${asked.at}?$deltatoken=${rest.length === 0 && asked.token ? asked.token : keep(ended)}` };
      return { "@odata.context": `${asked.at}#Collection(message)`, ...link, value };
    },
  };
};

/** The delta queries of a stand-in. */
export type Delta = ReturnType<typeof createDelta>;
