import { decodeWords } from "./encoded-words.ts";

/** Longer ids are no ids: RFC 5322 lines end at 998 octets. */
const MAX_ID_LENGTH = 998;

/** The ids of a References, In-Reply-To or Message-ID header in order, unique, each as `<id>` without white space; broken ones without brackets are read as words. Some programs write long ids as encoded words, which RFC 2047 forbids (CPython's issues 79986 and 100991). */
export const parseMessageIds = (written: string, limit = 100): string[] => {
  const value = decodeWords(written);
  const ids = new Set<string>();
  const candidates = value.includes("<") ? value.matchAll(/<([^<>]*)(?:>|$)/g) : value.matchAll(/([^\s,;<>]+)/g);
  for (const [, inner] of candidates) {
    const id = inner!.replace(/\s+/g, "");
    if (id !== "" && id.length <= MAX_ID_LENGTH) ids.add(`<${id}>`);
    if (ids.size >= limit) break;
  }
  return [...ids];
};

/** The id that an In-Reply-To header names, `""` when it names none ("Your message of Monday" is none). */
export const parseInReplyTo = (written: string): string => {
  const value = decodeWords(written);
  if (!value.includes("<") && /\s/.test(value.trim())) return "";
  return parseMessageIds(value, 1)[0] ?? "";
};
