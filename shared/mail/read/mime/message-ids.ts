/** Longer ids are ignored: RFC 5322 lines end at 998 octets. */
const MAX_ID_LENGTH = 998;

/**
 * The ids in a decoded References, In-Reply-To or Message-ID header, in order, each once, as `<id>` without white space. Without brackets, each word
 * is an id. Encoded words are decoded, because some programs write long ids so, which RFC 2047 forbids (CPython's issues 79986 and 100991).
 */
export const parseMessageIds = (value: string, limit = 100): string[] => {
  const ids = new Set<string>();
  const candidates = value.includes("<") ? value.matchAll(/<([^<>]*)(?:>|$)/g) : value.matchAll(/([^\s,;<>]+)/g);
  for (const [, inner] of candidates) {
    const id = inner!.replace(/\s+/g, "");
    if (id !== "" && id.length <= MAX_ID_LENGTH) ids.add(`<${id}>`);
    if (ids.size >= limit) break;
  }
  return [...ids];
};

/** The most ids of a References header that are kept. */
const REFERENCES_MAX = 100;

/** The ids in a References header, each once. Of too many the first and the last ones are kept, because the last one is answered. */
export const parseReferences = (value: string): readonly string[] => {
  const ids = parseMessageIds(value, Infinity);
  const half = REFERENCES_MAX / 2;
  return ids.length <= REFERENCES_MAX ? ids : [...ids.slice(0, half), ...ids.slice(-half)];
};

/**
 * The ids in an In-Reply-To header: several are allowed (RFC 5322, 3.6.4), and one without brackets; none are taken from "Your message of Monday".
 */
export const parseInReplyTo = (value: string): readonly string[] => {
  if (value.includes("<")) return parseMessageIds(value);
  return /\s/.test(value.trim()) ? [] : parseMessageIds(value, 1);
};
