import { providers } from "#shared/providers/index.ts";
import { DnsFailure, type DnsLookups, type DnsRecordHealth, type DnsStatus, type DnsHealth, dnsAfterCheck } from "./dns-record.ts";
import { checkSpf } from "./spf.ts";
import { isFreemail, mailProvider } from "./mail-providers.ts";
import type { Mailbox } from "../mailbox.ts";
import { notFound } from "#shared/platform/errors.ts";
import type { Clock } from "#shared/platform/ports.ts";
import type { Mailboxes } from "../ports.ts";

interface KeyRecord {
  readonly status: DnsStatus;
  readonly current: string;
}

/** One valid key is enough for the domain; a selector that could not be queried might have had it. */
const precedence: readonly DnsStatus[] = ["verified", "error", "invalid", "missing"];

/** Checks the domain's DKIM key at the first of these selectors that has one (RFC 6376, 3.6). */
const checkDkim = async (domain: string, selectors: readonly string[], lookups: DnsLookups): Promise<DnsRecordHealth> => {
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

const SUGGESTED = "v=DMARC1; p=none";

/** Checks the domain's DMARC record, else its organisational domain's (RFC 7489, 6.6.3): there must be exactly one, with a policy. */
const checkDmarc = async (domain: string, lookups: DnsLookups): Promise<DnsRecordHealth> => {
  try {
    const own = await dmarcRecords(domain, lookups);
    const records = own.length > 0 ? own : await recordsAbove(domain, lookups);
    return records.length > 0 ? judge(records) : { status: "missing", expected: SUGGESTED, current: "" };
  } catch (error) {
    if (error instanceof DnsFailure) return { status: "error", expected: SUGGESTED, current: "" };
    throw error;
  }
};

const recordsAbove = async (domain: string, lookups: DnsLookups): Promise<readonly string[]> => {
  const above = await lookups.organisationalDomain(domain);
  return above === undefined || above === domain ? [] : dmarcRecords(above, lookups);
};

const dmarcRecords = async (domain: string, lookups: DnsLookups): Promise<readonly string[]> => {
  const records = await lookups.txt(`_dmarc.${domain}`);
  return records.map((strings) => strings.join("")).filter((record) => /^\s*v\s*=\s*DMARC1\s*(?:;|$)/.test(record));
};

const judge = (records: readonly string[]): DnsRecordHealth => {
  const current = records.join("\n");
  const valid = records.length === 1 && /;\s*p\s*=\s*(?:none|quarantine|reject)\s*(?:;|$)/i.test(current);
  return { status: valid ? "verified" : "invalid", expected: valid ? current : SUGGESTED, current };
};

const notApplicable: DnsRecordHealth = { status: "not_applicable", expected: "", current: "" };

/** Checks the records of a mailbox's domain; a resolver's failure becomes the status of its record and is not thrown. */
export const checkDnsHealth = async (
  mailbox: Pick<Mailbox, "type" | "email" | "smtp" | "dkimSelector">,
  lookups: DnsLookups,
): Promise<DnsHealth> => {
  const domain = mailbox.email.slice(mailbox.email.lastIndexOf("@") + 1).toLowerCase();
  if (isFreemail(domain)) return { dkim: notApplicable, spf: notApplicable, dmarc: notApplicable };
  const provider = mailProvider(mailbox.type, mailbox.smtp.host);
  const selectors = dkimSelectors(mailbox);
  const [dkim, spf, dmarc] = await Promise.all([
    checkDkim(domain, selectors, lookups),
    checkSpf({ domain, email: mailbox.email, include: provider?.include, host: mailbox.smtp.host }, lookups),
    checkDmarc(domain, lookups),
  ]);
  return { dkim, spf, dmarc };
};

const dkimSelectors = ({ type, dkimSelector }: Pick<Mailbox, "type" | "dkimSelector">): readonly string[] => {
  if (dkimSelector !== undefined) return [dkimSelector].flat();
  return providers[type].dns?.selectors ?? ["default", "dkim", "mail", "s1", "s2", "k1"];
};

/** The dependencies of a DNS check. */
export interface CheckDnsPorts {
  readonly mailboxes: Pick<Mailboxes, "find" | "note">;
  readonly dns: DnsLookups;
  readonly clock: Clock;
}

/** Checks DKIM, SPF and DMARC of a mailbox's domain, and stores the result on the mailbox; throws `notFound`. */
export const checkDns = async ({ mailboxes, dns, clock }: CheckDnsPorts, userId: string, id: string): Promise<DnsHealth> => {
  const mailbox = await mailboxes.find(userId, id);
  if (!mailbox) throw notFound("Mailbox");
  const health = await checkDnsHealth(mailbox, dns);
  await mailboxes.note(mailbox, { dns: dnsAfterCheck(mailbox.dns, health, clock.now()) });
  return health;
};

/** The dependencies of repeating DNS checks. */
export interface RecheckDnsPorts extends CheckDnsPorts {
  readonly mailboxes: Pick<Mailboxes, "find" | "note" | "dnsCheckedBefore">;
}

const DAY_MS = 24 * 3_600_000;
/** How many mailboxes are checked at once and in a minute: 72,000 a day. */
const CHECKED_AT_ONCE = 50;
/** A resolver that takes longer counts as one that does not answer, ms. */
const CHECK_WITHIN_MS = 4_000;

/** Repeats checks that are a day old; called every minute. A mailbox that was never checked is left out. */
export const recheckDns = async ({ mailboxes, dns, clock }: RecheckDnsPorts): Promise<void> => {
  const now = clock.now();
  const due = await mailboxes.dnsCheckedBefore(new Date(now.getTime() - DAY_MS), CHECKED_AT_ONCE);
  await Promise.all(
    due.map(async (mailbox) => {
      const health = await withinTime(checkDnsHealth(mailbox, dns));
      await mailboxes.note(mailbox, { dns: dnsAfterCheck(mailbox.dns, health, now) });
    }),
  );
};

const noAnswer = { status: "error", expected: "", current: "" } as const;

const withinTime = async (health: Promise<DnsHealth>): Promise<DnsHealth> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<DnsHealth>((resolve) => {
    timer = setTimeout(() => resolve({ dkim: noAnswer, spf: noAnswer, dmarc: noAnswer }), CHECK_WITHIN_MS);
  });
  return Promise.race([health, late]).finally(() => clearTimeout(timer));
};
