import { invalid, notFound } from "./answer.ts";

/** A message as records of the history name it. */
interface Named {
  readonly id: string;
  readonly threadId: string;
  readonly labelIds: readonly string[];
}

const TYPES = {
  messageAdded: "messagesAdded",
  messageDeleted: "messagesDeleted",
  labelAdded: "labelsAdded",
  labelRemoved: "labelsRemoved",
} as const;
type RecordType = keyof typeof TYPES;

interface HistoryRecord {
  readonly id: number;
  readonly type: RecordType;
  readonly message: Named;
  /** The labels that were added or removed. */
  readonly labelIds?: readonly string[];
}

/** A page of the history asked for (developers.google.com/workspace/gmail/api/reference/rest/v1/users.history/list). */
interface HistoryPage {
  readonly start: string;
  readonly size: number;
  readonly token: string | undefined;
  readonly labelId: string | undefined;
  readonly types: readonly string[];
}

/** Gaps between ids are random ("not contiguous with random gaps in between valid IDs"). */
const gap = (): number => 1 + Math.floor(Math.random() * 50);

const recordJson = ({ id, type, message, labelIds }: HistoryRecord): object => ({
  id: String(id),
  messages: [{ id: message.id, threadId: message.threadId }],
  [TYPES[type]]: [{ message, ...(labelIds && { labelIds }) }],
});

const tokenOf = (upTo: number, from: number): string => Buffer.from(`${upTo} ${from}`).toString("base64url");
const readToken = (token: string): readonly [number, number] => {
  const [, upTo, from] = /^(\d+) (\d+)$/.exec(Buffer.from(token, "base64url").toString()) ?? [];
  if (upTo === undefined) throw invalid("Invalid pageToken");
  return [Number(upTo), Number(from)];
};

/** The history of a mailbox. It lives in memory, so a restart expires it, as Gmail may after a week or a few hours. */
export const createHistory = () => {
  let records: HistoryRecord[] = [];
  /** Ids before this one have expired. Time makes them larger than those before a restart. */
  let oldest = Date.now();
  let current = oldest;
  const touched = new Map<string, number>();

  const add = (type: RecordType, message: Named, labelIds?: readonly string[]): void => {
    current += gap();
    touched.set(message.id, current);
    const { id, threadId, labelIds: has } = message;
    records.push({ id: current, type, message: { id, threadId, labelIds: has }, ...(labelIds && { labelIds }) });
  };

  return {
    /** The id of the last record. */
    current: (): string => String(current),
    /** The id of the last record of a message. */
    of: (id: string): string => String(touched.get(id) ?? oldest),
    /** Records what happened between two times. */
    record: (before: ReadonlyMap<string, Named>, after: ReadonlyMap<string, Named>): void => {
      for (const [id, message] of before) if (!after.has(id)) add("messageDeleted", message);
      for (const [id, message] of after) {
        const known = before.get(id);
        if (!known) {
          add("messageAdded", message);
          continue;
        }
        const added = message.labelIds.filter((label) => !known.labelIds.includes(label));
        const removed = known.labelIds.filter((label) => !message.labelIds.includes(label));
        if (added.length > 0) add("labelAdded", message, added);
        if (removed.length > 0) add("labelRemoved", message, removed);
      }
    },
    /** Makes all ids so far too old. */
    expire: (): void => {
      records = [];
      current += gap();
      oldest = current;
    },
    page: ({ start, size, token, labelId, types }: HistoryPage): object => {
      const after = Number(start);
      if (start === "" || !Number.isSafeInteger(after)) throw invalid("Missing or invalid startHistoryId");
      if (after < oldest || after > current) throw notFound();
      const [upTo, from] = token === undefined ? [current, 0] : readToken(token);
      const found = records.filter(
        ({ id, type, message, labelIds = [] }) =>
          id > after &&
          id <= upTo &&
          (types.length === 0 || types.includes(type)) &&
          (labelId === undefined || message.labelIds.includes(labelId) || labelIds.includes(labelId)),
      );
      const shown = found.slice(from, from + size);
      return {
        ...(shown.length > 0 && { history: shown.map(recordJson) }),
        ...(from + size < found.length && { nextPageToken: tokenOf(upTo, from + size) }),
        historyId: String(current),
      };
    },
  };
};

/** The history of a mailbox. */
export type History = ReturnType<typeof createHistory>;
