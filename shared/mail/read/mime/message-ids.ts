/** Longer ids are ignored: RFC 5322 lines end at 998 octets. */
const MAX_ID_LENGTH = 998;

/**
 * The ids of a decoded References, In-Reply-To or Message-ID header in order, unique, each as `<id>` without white space; without brackets, each word
 * counts as an id. Some programs write long ids as encoded words, which RFC 2047 forbids (CPython's issues 79986 and 100991).
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

/** The ids in a References header, unique; of too many the first and the last are kept, because the last is the one that is answered. */
export const parseReferences = (value: string): readonly string[] => {
  const ids = parseMessageIds(value, Infinity);
  const half = REFERENCES_MAX / 2;
  return ids.length <= REFERENCES_MAX ? ids : [...ids.slice(0, half), ...ids.slice(-half)];
};

/** The ids in an In-Reply-To header: several are allowed (RFC 5322, 3.6.4), one without brackets; none in "Your message of Monday". */
export const parseInReplyTo = (value: string): readonly string[] => {
  if (value.includes("<")) return parseMessageIds(value);
  return /\s/.test(value.trim()) ? [] : parseMessageIds(value, 1);
};
