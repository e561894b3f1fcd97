import { type ParsedMessage, headerOf } from "../parsed-message.ts";
import { hash } from "node:crypto";
import { withLf } from "./readable-text.ts";

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

type Linked = Pick<ParsedMessage, "messageId" | "answered" | "references">;

/** The ids that a mail directly answers: those in In-Reply-To, else the last in References. */
export const answeredIds = ({ answered, references }: Linked): readonly string[] => (answered.length > 0 ? answered : references.slice(-1));

/** Every id that links a mail to a conversation: its own, and those that it answers or refers to (RFC 5256, 2.2, without the step for subjects). */
export const linkIds = ({ messageId, references, answered }: Linked): readonly string[] => [
  ...new Set([messageId, ...references, ...answered].filter((id) => id !== "")),
];

/** Fields that mail systems add or change in transit, so copies of one mail differ in them. */
const trace =
  /^(?:received|return-path|delivered-to|envelope-to|delivery-date|apparently-to|x-.+|dkim-.+|domainkey-.+|arc-.+|authentication-results|received-spf|status|lines|content-length)$/;

/** The version of the algorithm, so that fingerprints of different algorithms are never equal. */
const VERSION = "2";

const digest = (facts: readonly unknown[]): string => hash("sha256", JSON.stringify(facts), "base64url");
const folded = (text: string): string => text.replace(/\s+/g, " ").trim();
const lines = (text: string): string => withLf(text).trimEnd();

/**
 * Identifies a mail however it was delivered and fetched: by its header without trace fields, its structure (types, names and sizes), and its text.
 * The Message-ID does not suffice: whoever knows it could send a fake first, so that the real mail counted as a copy.
 */
export const fingerprint = (message: ParsedMessage): string => {
  const fields = message.headers
    .filter(({ name }) => !trace.test(name))
    .map(({ name, value }) => `${name}:${folded(value)}`)
    .toSorted();
  return `${VERSION}:${digest([fields, message.structure, lines(message.text), lines(message.html)])}`;
};

/** The identity of a mail by its headers only; two different mails may have the same. */
export const headerFingerprint = (message: Pick<ParsedMessage, "headers">): string =>
  digest(["message-id", "date", "from", "to", "subject"].map((name) => folded(headerOf(message, name))));

/** Whether a stored key is a fingerprint of the current version. */
export const isFingerprint = (key: string): boolean => key.startsWith(`${VERSION}:`);
