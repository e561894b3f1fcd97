import { DnsFailure, type DnsLookups } from "./dns-lookups.ts";
import type { DnsRecordHealth, DnsStatus } from "./dns-record.ts";

interface KeyRecord {
  readonly status: DnsStatus;
  readonly current: string;
}

/** One valid key is enough for the domain; a selector that could not be queried might have had it. */
const precedence: readonly DnsStatus[] = ["verified", "error", "invalid", "missing"];

/** Checks the domain's DKIM key at the first of these selectors that has one (RFC 6376, 3.6). */
export const checkDkim = async (domain: string, selectors: readonly string[], lookups: DnsLookups): Promise<DnsRecordHealth> => {
  const found = await Promise.all(selectors.map((selector) => keyRecord(`${selector}._domainkey.${domain}`, lookups)));
  const best = precedence.flatMap((status) => found.filter((record) => record.status === status))[0] ?? { status: "missing", current: "" };
  const suggested = `v=DKIM1; k=rsa; p=<the public key that your mail provider shows for ${selectors[0]}._domainkey.${domain}>`;
  return { ...best, expected: best.status === "verified" ? best.current : suggested };
};

const keyRecord = async (name: string, lookups: DnsLookups): Promise<KeyRecord> => {
  try {
    const records = (await lookups.txt(name)).map((strings) => strings.join(""));
    const keys = records.filter((record) => /(?:^|;)\s*(?:v\s*=\s*DKIM1|p\s*=)/i.test(record));
    if (keys.length === 0) return { status: "missing", current: "" };
    return { status: keys.length === 1 && keys.every(isKey) ? "verified" : "invalid", current: keys.join("\n") };
  } catch (error) {
    if (error instanceof DnsFailure) return { status: "error", current: "" };
    throw error;
  }
};

/**
 * RFC 6376, 3.6.1: `v=` comes first, `p=` is base64, and empty when the key is revoked; `s=` lists the services that may use it, and `h=` the hashes.
 * Signatures with SHA-1 are not verified (RFC 8301, 3.1).
 */
const isKey = (record: string): boolean => {
  const tags = record.split(";").map((tag) => {
    const at = tag.indexOf("=");
    return [tag.slice(0, at).trim(), tag.slice(at + 1).replace(/\s+/g, "")] as const;
  });
  const values = new Map(tags);
  const version = tags.findIndex(([name]) => name === "v");
  if (version > 0 || (version === 0 && values.get("v") !== "DKIM1")) return false;
  if (!lists(values.get("s") ?? "*", ["email", "*"]) || !lists(values.get("h") ?? "sha256", ["sha256"])) return false;
  return /^(?:rsa|ed25519)$/.test(values.get("k") ?? "rsa") && /^[A-Za-z0-9+/]+={0,2}$/.test(values.get("p") ?? "");
};

/** Whether a list with colons has one of the words. */
const lists = (value: string, words: readonly string[]): boolean =>
  value
    .toLowerCase()
    .split(":")
    .some((word) => words.includes(word));
