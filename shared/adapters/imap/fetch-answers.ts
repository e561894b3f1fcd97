import type { FetchMessageObject, FetchQueryObject } from "imapflow";

/**
 * The most octets that the answers to one command may hold together: more than a page needs, less than would exhaust a function. Later answers are
 * dropped.
 */
const MOST_OCTETS = 40 * 1024 * 1024;

/** The answers to a FETCH command as they arrive. */
export interface Answers {
  /** Keeps an answer to the command, drops any other. */
  readonly take: (response: FetchMessageObject) => void;
  /** The answers that have every requested item. */
  readonly whole: () => readonly FetchMessageObject[];
}

/**
 * Collects the FETCH responses that answer a command: those for the requested UIDs, merged by UID. A server may also send FETCH responses at any
 * time, for example when another client sets a flag (RFC 9051, 7.5.2). A response without a UID counts when only one message was requested.
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

/** False for a response that only reports a change of flags. */
const saysMore = ({ size, internalDate, source, headers, bodyParts, bodyStructure }: FetchMessageObject): boolean =>
  [size, internalDate, source, headers, bodyStructure].some((item) => item !== undefined) || (bodyParts?.size ?? 0) > 0;

const octetsOf = ({ source, headers, bodyParts }: FetchMessageObject): number =>
  [source, headers, ...(bodyParts?.values() ?? [])].reduce((sum, content) => sum + (content?.length ?? 0), 0);

const answers = (query: FetchQueryObject, message: FetchMessageObject): boolean => {
  const items = ["source", "bodyStructure", "headers"] as const;
  const parts = query.bodyParts?.map((part) => (typeof part === "string" ? part : part.key)) ?? [];
  return items.every((item) => !query[item] || message[item] !== undefined) && parts.every((key) => hasPart(message, key.toLowerCase()));
};

/** A message without parts has no part headers, so a server may leave them out. */
const hasPart = ({ headers, bodyParts }: FetchMessageObject, key: string): boolean =>
  key === "header" ? headers !== undefined : key.endsWith(".mime") || bodyParts?.has(key) === true;
