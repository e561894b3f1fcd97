import * as z from "zod/mini";
import { described, named, operation } from "#shared/api/operation.ts";
import { idParams } from "#shared/api/fields.ts";
import { dnsStatus, exampleMailbox } from "./mailbox-record.ts";

const dnsRecord = named(
  "DnsRecord",
  z.object({
    status: described(
      dnsStatus,
      "`verified`; `missing`; `invalid`; `error` when the DNS did not answer; `not_applicable` for addresses at free mail providers.",
    ),
    expected: described(z.string(), "The value that the record should have."),
    current: described(z.string(), 'The current value of the record; "" when there is none.'),
  }),
  "One DNS record.",
);

/** The result of a DNS check. */
export const dnsCheck = named(
  "DnsCheck",
  z.object({
    mailbox_id: described(z.string(), "The mailbox whose domain this is."),
    dkim: described(dnsRecord, "The key for checking signatures."),
    spf: described(dnsRecord, "Which servers may send for the domain."),
    dmarc: described(dnsRecord, "What receivers should do with mail that fails both."),
  }),
  "The DNS records of the mailbox's domain that receivers check.",
);

/** POST /v1/mailboxes/{id}/dns (api/README.md, "Mailboxes"). */
export const checkDns = operation({
  id: "mailboxes/check-dns",
  mode: "live",
  limit: "probe",
  outside: "always",
  method: "POST",
  path: "/v1/mailboxes/{id}/dns",
  boundKeys: { id: "mailbox" },
  summary: "Check DNS records",
  description: "Check the DKIM, SPF and DMARC records of the mailbox's domain; from then on they are checked daily",
  params: idParams,
  response: dnsCheck,
  errors: [400, 404],
  example: {
    response: {
      mailbox_id: exampleMailbox.id,
      dkim: { status: "missing", expected: "v=DKIM1; k=rsa; p=<your provider's public key>", current: "" },
      spf: { status: "verified", expected: "v=spf1 include:_spf.google.com ~all", current: "v=spf1 include:_spf.google.com ~all" },
      dmarc: { status: "verified", expected: "v=DMARC1; p=none", current: "v=DMARC1; p=none" },
    },
  },
});
