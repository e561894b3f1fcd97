import type { KnotZones } from "../knot.ts";

const key = "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAvxL";

/** `good.test` passes every check with the DKIM selector s1, `sub.good.test` inherits its DMARC; `bare.test` has nothing; `wrong.test` does everything wrong. */
export const zones: KnotZones = {
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
