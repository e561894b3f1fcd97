import { notFound } from "../../errors.ts";
import type { Clock } from "../../ports.ts";
import type { Mailboxes } from "../ports.ts";
import { checkDnsHealth } from "./dns-health.ts";
import type { DnsLookups } from "./dns-lookups.ts";
import type { DnsHealth } from "./dns-record.ts";
import { noteDns } from "./noted-dns.ts";

/** The ports of a check. */
export interface CheckDnsPorts {
  readonly mailboxes: Pick<Mailboxes, "find" | "note">;
  readonly dns: DnsLookups;
  readonly clock: Clock;
}

/** Checks DKIM, SPF and DMARC of a mailbox's domain, and notes the result on the mailbox; throws `notFound`. */
export const checkDns = async ({ mailboxes, dns, clock }: CheckDnsPorts, userId: string, id: string): Promise<DnsHealth> => {
  const mailbox = await mailboxes.find(userId, id);
  if (!mailbox) throw notFound("Mailbox");
  const health = await checkDnsHealth(mailbox, dns);
  await mailboxes.note(mailbox, { dns: noteDns(mailbox.dns, health, clock.now()) });
  return health;
};

/** The ports of repeating checks. */
export interface RecheckDnsPorts extends CheckDnsPorts {
  readonly mailboxes: Pick<Mailboxes, "find" | "note" | "dnsCheckedBefore">;
}

const DAY_MS = 24 * 3_600_000;
/** How many mailboxes are checked at once and in a minute: 72,000 a day. */
const CHECKED_AT_ONCE = 50;
/** A resolver that takes longer counts as one that does not answer, ms. */
const CHECK_WITHIN_MS = 4_000;

/** Every minute: repeats checks that are a day old. A mailbox that was never checked is not. */
export const recheckDns = async ({ mailboxes, dns, clock }: RecheckDnsPorts): Promise<void> => {
  const now = clock.now();
  const due = await mailboxes.dnsCheckedBefore(new Date(now.getTime() - DAY_MS), CHECKED_AT_ONCE);
  await Promise.all(
    due.map(async (mailbox) => {
      const health = await withinTime(checkDnsHealth(mailbox, dns));
      await mailboxes.note(mailbox, { dns: noteDns(mailbox.dns, health, now) });
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
