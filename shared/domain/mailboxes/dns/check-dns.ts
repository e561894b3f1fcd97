import { notFound } from "../../errors.ts";
import { checkDnsHealth, type DnsHealth } from "./dns-health.ts";
import type { DnsLookups } from "./dns-lookups.ts";
import type { Mailboxes } from "../ports.ts";

/** The DKIM, SPF and DMARC health of a mailbox's domain; throws `notFound`. */
export const checkDns = async (
  { mailboxes, dns }: { readonly mailboxes: Pick<Mailboxes, "find">; readonly dns: DnsLookups },
  userId: string,
  id: string,
): Promise<DnsHealth> => {
  const mailbox = await mailboxes.find(userId, id);
  if (!mailbox) throw notFound("Mailbox");
  return checkDnsHealth(mailbox, dns);
};
