/** Why a mail bounced; `unknown_user`: the address or its domain does not exist. */
export type BounceClass = "unknown_user" | "mailbox_full" | "policy" | "spam" | "dmarc" | "too_large" | "expired" | "relay" | "other";

/** A report about a recipient whose copy bounced. */
export interface Failure {
  /** The enhanced status (RFC 3463), "" when unknown. */
  readonly status: string;
  /** The server's text. */
  readonly reason: string;
}

/** Longer texts are cut to this many characters. */
const MAX_LENGTH = 500;

/**
 * Patterns of the server's text that decide whatever its status: many servers give 5.7.1, 5.0.0 or none for all of these. The first match counts.
 * Exchange Online refuses unknown addresses with "Access denied" (learn.microsoft.com, "550 5.4.1").
 */
const words: readonly (readonly [BounceClass, RegExp])[] = [
  ["dmarc", /\bdmarc\b|unauthenticated (?:e-?)?mail|sender is unauthenticated|not pass(?:ed)? authentication|\bspf\b.{0,40}\bfail/i],
  [
    "relay",
    /relay(?:ing)?\b.{0,20}(?:denied|not (?:permitted|allowed)|prohibited|disallowed)|(?:unable|not (?:permitted|allowed)) to relay/i,
  ],
  [
    "mailbox_full",
    /(?:over|exceed\w{0,5}).{0,30}quota|quota.{0,30}(?:exceed|full|limit)|(?:mail)?box.{0,20}\bfull\b|insufficient (?:system )?storage|out of storage/i,
  ],
  ["too_large", /(?:message|mail|size).{0,40}(?:too (?:large|big)|exceeds?\b.{0,30}(?:limit|maximum|size))|maximum (?:message )?size/i],
  // A text about the sender must not be taken for one about the recipient.
  ["policy", /\bsender (?:address|domain|verif)|\bclient host|\breverse (?:dns|hostname)|\bhelo\b|\bptr\b/i],
  [
    "unknown_user",
    /\b(?:unknown|no such|invalid|nonexist\w{0,4}|unrouteable|unroutable|inactive|disabled) (?:e-?mail )?(?:user|recipient|mailbox|account|address|domain)|\b(?:user|recipient|mailbox|account|address)\b.{0,40}(?:unknown|not (?:found|exist)|does(?:n't| not) exist|not known|disabled|inactive|no longer)|\bdomain\b.{0,20}(?:not found|does(?:n't| not) exist)|no mailbox (?:here )?by that name|recipient address rejected: access denied|nxdomain/i,
  ],
  ["spam", /\bspam|blacklist|blocklist|block list|blocked using|reputation|unsolicited|\b(?:dns|r)bl\b|junk mail|\bvirus|malware|phish/i],
];

/** The classes of statuses in RFC 3463 and IANA's registry of enhanced status codes; longer ones first. */
const statuses: readonly (readonly [BounceClass, RegExp])[] = [
  ["unknown_user", /^5\.(?:1\.(?:1|2|3|6|10)|2\.1|4\.4|4\.310)$/],
  ["mailbox_full", /^[45]\.2\.2$/],
  ["too_large", /^[45]\.(?:2\.3|3\.4)$/],
  ["dmarc", /^[45]\.7\.(?:2[0-9]|509|515)$/],
  ["relay", /^[45]\.7\.(?:64|54)$/],
  ["expired", /^4\.|^5\.4\.7$/],
  ["policy", /^5\.7\./],
];

const firstOf = (rules: readonly (readonly [BounceClass, RegExp])[], text: string): BounceClass | undefined =>
  rules.find(([, pattern]) => pattern.test(text))?.[0];

/**
 * Why a copy bounced: by an exact status, else by the server's text, else by a general status. A temporary status of a bounced copy means that the
 * time for retries was over (RFC 3463, 2).
 */
export const bounceClass = ({ status, reason }: Failure): BounceClass => {
  const byStatus = firstOf(statuses, status);
  if (byStatus !== undefined && byStatus !== "expired" && byStatus !== "policy") return byStatus;
  const said = firstOf(words, reason.slice(0, MAX_LENGTH));
  return byStatus === "expired" && said !== "mailbox_full" ? byStatus : (said ?? byStatus ?? "other");
};

/** Whether another attempt is useless: the status is permanent, the mailbox is not full and the time for retries was not over. */
export const isPermanent = (failure: Failure): boolean => {
  const kind = bounceClass(failure);
  if (kind === "mailbox_full" || kind === "expired") return false;
  return failure.status.startsWith("5") || (failure.status === "" && kind === "unknown_user");
};
