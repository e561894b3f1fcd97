import type { FetchMessageObject, FetchQueryObject } from "imapflow";

/**
 * What of the FETCH responses answers the command: those for the UIDs that were asked for, put together by UID, with every item that was
 * asked for. A server may send FETCH responses at any time, such as for a flag that another client sets (RFC 9051, 7.5.2).
 */
export const answersTo = (
  uids: readonly number[],
  query: FetchQueryObject,
  responses: readonly FetchMessageObject[],
): readonly FetchMessageObject[] => {
  const asked = new Set(uids);
  const found = new Map<number, FetchMessageObject>();
  for (const response of responses) {
    if (!asked.has(response.uid)) continue;
    const known = found.get(response.uid);
    const bodyParts = new Map([...(known?.bodyParts ?? []), ...(response.bodyParts ?? [])]);
    found.set(response.uid, { ...known, ...response, bodyParts });
  }
  return [...found.values()].filter((message) => answers(query, message));
};

const answers = (query: FetchQueryObject, message: FetchMessageObject): boolean => {
  const items = ["flags", "size", "internalDate", "source", "bodyStructure", "headers", "labels"] as const;
  const parts = query.bodyParts?.map((part) => (typeof part === "string" ? part : part.key)) ?? [];
  return items.every((item) => !query[item] || message[item] !== undefined) && parts.every((key) => hasPart(message, key.toLowerCase()));
};

/** A message without parts has no header of a part: a server may leave that out. */
const hasPart = ({ headers, bodyParts }: FetchMessageObject, key: string): boolean =>
  key === "header" ? headers !== undefined : key.endsWith(".mime") || bodyParts?.has(key) === true;
