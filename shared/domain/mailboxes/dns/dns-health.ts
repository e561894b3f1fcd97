import { checkDkim } from "./dkim.ts";
import { checkDmarc } from "./dmarc.ts";
import { checkSpf } from "./spf.ts";
import { isFreemail } from "./freemail.ts";
import { mailProvider } from "./mail-providers.ts";
import type { DnsLookups } from "./dns-lookups.ts";
import type { DnsHealth, DnsRecordHealth } from "./dns-record.ts";
import type { Mailbox } from "../mailbox.ts";

const notApplicable: DnsRecordHealth = { status: "not_applicable", expected: "", current: "" };

/** Checks the records of a mailbox's domain; a resolver's failure becomes the status of its record, never an exception. */
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
  if (type === "google") return ["google"];
  if (type === "outlook") return ["selector1", "selector2"];
  return ["default", "dkim", "mail", "s1", "s2", "k1"];
};
