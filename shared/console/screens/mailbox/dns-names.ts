import type { DnsCheck, Mailbox } from "../../../client/index.ts";

/** A DNS record to publish. */
export interface Published {
  readonly kind: "DKIM" | "SPF" | "DMARC";
  /** What it is for, in a few words. */
  readonly is: string;
  /** Its name; "" when the provider's selector is not known. */
  readonly host: string;
  readonly status: string;
  /** "" where nothing is to be published. */
  readonly expected: string;
  readonly current: string;
  /** False when `expected` only describes the value, which the provider shows. */
  readonly isValue: boolean;
}

const hostOfDkim = (selector: string, domain: string, expected: string): string => {
  // The suggestion names the record: "… shows for mail._domainkey.example.com>".
  if (expected.endsWith(`._domainkey.${domain}>`)) return expected.slice(expected.lastIndexOf(" ") + 1, -1);
  return selector === "" ? "" : `${selector}._domainkey.${domain}`;
};

/** The three TXT records of the mailbox's domain, with its provider's DKIM selector, "" for none, and the result of a check if there is one. */
export const publishedOf = (mailbox: Mailbox, check: DnsCheck | undefined, selector: string): readonly Published[] => {
  const domain = mailbox.email.slice(mailbox.email.lastIndexOf("@") + 1);
  const found = (name: "dkim" | "spf" | "dmarc") => {
    const { status = mailbox.dns?.[name] ?? "", expected = "", current = "" } = check?.[name] ?? {};
    return { status, expected, current, isValue: expected !== "" && !expected.includes("<") };
  };
  const dkim = found("dkim");
  return [
    { kind: "DKIM", is: "the key of its signatures", host: hostOfDkim(selector, domain, dkim.expected), ...dkim },
    { kind: "SPF", is: "which servers may send for the domain", host: domain, ...found("spf") },
    { kind: "DMARC", is: "what receivers do with mail that fails both", host: `_dmarc.${domain}`, ...found("dmarc") },
  ];
};
