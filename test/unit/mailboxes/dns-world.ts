import { checkDnsHealth } from "#shared/mailboxes/dns/check-dns.ts";
import { DnsFailure, type DnsLookups } from "#shared/mailboxes/dns/dns-record.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";

type Names = Record<string, readonly string[] | "fails">;
/** What the DNS of a test answers, by name. */
export interface World {
  readonly txt?: Names;
  readonly addresses?: Names;
  readonly mx?: Names;
  readonly hosts?: Names;
}

/** The DNS as plain data; a `|` parts the strings of a TXT record. */
export const aDns = ({ txt = {}, addresses = {}, mx = {}, hosts = { "smtp.good.test": ["192.0.2.1"] } }: World) => {
  const asked: string[] = [];
  const ask = (names: Names) => async (name: string) => {
    asked.push(name);
    const answer = names[name] ?? [];
    if (answer === "fails") throw new DnsFailure(name);
    return answer;
  };
  const lookups: DnsLookups = {
    txt: async (name) => (await ask(txt)(name)).map((record) => record.split("|")),
    addresses: ask(addresses),
    mailServers: ask(mx),
    hostAddresses: ask(hosts),
    organisationalDomain: async (name) => name.split(".").slice(-2).join("."),
  };
  return { lookups, asked };
};

/** A mailbox at `good.test`. */
export const aMailbox = (changes: Partial<Pick<Mailbox, "type" | "email" | "smtp" | "dkimSelector">> & { host?: string } = {}) => ({
  type: "smtp" as const,
  email: "ann@good.test",
  smtp: { host: changes.host ?? "smtp.good.test", port: 465, secure: "tls" as const, username: "ann" },
  ...changes,
});

/** The check of a mailbox in a world. */
export const health = (world: World, mailbox = aMailbox()) => checkDnsHealth(mailbox, aDns(world).lookups);
