import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { end, launch, ready } from "./peer-context.ts";
import type { Peer, PeerContext } from "./peer-context.ts";

const key = "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAvxL";

/** `good.test` passes every check with the DKIM selector s1, `sub.good.test` inherits its DMARC; `bare.test` has nothing; `wrong.test` does everything wrong. */
const zones: Record<string, readonly string[]> = {
  "good.test": [
    '@ TXT "v=spf1 ip4:127.0.0.1 -all"',
    `s1._domainkey TXT "v=DKIM1; k=rsa; p=${key}" "zSplitInTwoStrings0123456789abcdefghijklmnopqrstuvwxyzIDAQAB"`,
    '_dmarc TXT "v=DMARC1; p=none; rua=mailto:d@good.test"',
    'sub TXT "v=spf1 ip4:127.0.0.1 ~all"',
  ],
  "bare.test": [],
  "wrong.test": [
    '@ TXT "v=spf1 -all"',
    '@ TXT "v=spf1 ip4:127.0.0.1 -all"',
    's1._domainkey TXT "v=DKIM1; p="',
    '_dmarc TXT "v=DMARC1; rua=mailto:d@wrong.test"',
  ],
};

const configuration = ({ dir, ports }: PeerContext) => `
server:
  listen: 127.0.0.1@${ports.dns}
  rundir: ${dir}/dns
database:
  storage: ${dir}/dns
log:
  - target: ${dir}/dns.log
    any: warning
zone:
${Object.keys(zones)
  .map((zone) => `  - domain: ${zone}\n    file: ${dir}/dns/${zone}.zone\n`)
  .join("")}`;

const zoneFile = (zone: string, records: readonly string[]) =>
  [`$ORIGIN ${zone}.`, "$TTL 60", `@ SOA ns.${zone}. h.${zone}. 1 60 60 60 60`, `@ NS ns.${zone}.`, "ns A 127.0.0.1", ...records, ""].join(
    "\n",
  );

/** Knot, authoritative for three zones; any other name is refused, as by a resolver that fails. */
export const startKnot = async (context: PeerContext): Promise<Peer> => {
  const { dir, ports } = context;
  mkdirSync(join(dir, "dns"), { recursive: true });
  for (const [zone, records] of Object.entries(zones)) writeFileSync(join(dir, `dns/${zone}.zone`), zoneFile(zone, records));
  writeFileSync(join(dir, "knot.conf"), configuration(context));
  const knot = launch("/usr/sbin/knotd", "-c", join(dir, "knot.conf"));
  return ready({ stop: () => end(knot) }, ports.dns, "knot");
};
