import type { FetchMessageObject, FetchQueryObject } from "imapflow";

/** What the answers to one command may hold together, octets: more than a page asks for, less than would exhaust a function. What comes beyond is dropped. */
const MOST_OCTETS = 40 * 1024 * 1024;

/** The answers to a FETCH command as they arrive. */
export interface Answers {
  /** Keeps an answer to what was asked for, and drops any other. */
  readonly take: (response: FetchMessageObject) => void;
  /** Those that have every item that was asked for. */
  readonly whole: () => readonly FetchMessageObject[];
}

/**
 * What of the FETCH responses answers the command: those for the UIDs that were asked for, put together by UID. A server may send FETCH
 * responses at any time, such as for a flag that another client sets (RFC 9051, 7.5.2). One without a UID is the answer where one message alone
 * was asked for.
 */
export const answersTo = (uids: readonly number[], query: FetchQueryObject): Answers => {
  const asked = new Set(uids);
  const [only] = uids.length === 1 ? uids : [];
  const found = new Map<number, FetchMessageObject>();
  let octets = 0;
  return {
    take: (response) => {
      const uid = response.uid ?? (saysMore(response) ? only : undefined);
      octets += octetsOf(response);
      if (uid === undefined || !asked.has(uid) || octets > MOST_OCTETS) return;
      const known = found.get(uid);
      const bodyParts = new Map([...(known?.bodyParts ?? []), ...(response.bodyParts ?? [])]);
      found.set(uid, { ...known, ...response, uid, bodyParts });
    },
    whole: () => [...found.values()].filter((message) => answers(query, message)),
  };
};

/** Unlike a change of a flag. */
const saysMore = ({ size, internalDate, source, headers, bodyParts, bodyStructure }: FetchMessageObject): boolean =>
  [size, internalDate, source, headers, bodyStructure].some((item) => item !== undefined) || (bodyParts?.size ?? 0) > 0;

const octetsOf = ({ source, headers, bodyParts }: FetchMessageObject): number =>
  [source, headers, ...(bodyParts?.values() ?? [])].reduce((sum, content) => sum + (content?.length ?? 0), 0);

const answers = (query: FetchQueryObject, message: FetchMessageObject): boolean => {
  const items = ["source", "bodyStructure", "headers"] as const;
  const parts = query.bodyParts?.map((part) => (typeof part === "string" ? part : part.key)) ?? [];
  return items.every((item) => !query[item] || message[item] !== undefined) && parts.every((key) => hasPart(message, key.toLowerCase()));
};

/** A message without parts has no header of a part: a server may leave that out. */
const hasPart = ({ headers, bodyParts }: FetchMessageObject, key: string): boolean =>
  key === "header" ? headers !== undefined : key.endsWith(".mime") || bodyParts?.has(key) === true;
