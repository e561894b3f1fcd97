import * as z from "zod/mini";
import { described, named, operation } from "#shared/api/operation.ts";
import { dateTimeOut } from "#shared/api/fields.ts";
import { type From, toWire } from "#shared/api/wire.ts";
import type { DedicatedIp } from "../ports/acceptance.ts";

/** A dedicated address. */
const dedicatedIp = named(
  "DedicatedIp",
  z.object({
    id: described(z.string(), "The address's id, for `ip_id`."),
    address: described(z.string(), "The IP address."),
    label: described(z.string(), "The operator's name for it."),
    is_default: described(z.boolean(), "Whether the account's emails leave from it by default."),
    created_at: described(dateTimeOut, "When the record was created, RFC 3339 in UTC."),
  }),
  "A dedicated IP address that emails can leave from.",
);

/** GET /v1/ips: the account's dedicated addresses (api/README.md, "Sending", `ip_id`). */
export const listIps = operation({
  id: "sending/list-ips",
  method: "GET",
  path: "/v1/ips",
  boundKeys: "none",
  summary: "List dedicated IPs",
  description: "List the account's dedicated IP addresses",
  response: z.array(dedicatedIp),
  errors: [],
  example: {
    response: [
      {
        id: "655f1c2e9b1e8a00123456cc",
        address: "203.0.113.7",
        label: "Frankfurt",
        is_default: true,
        created_at: "2026-11-21T09:30:00.000Z",
      },
    ],
  },
});

/** A dedicated address, without its proxy. */
export const ipOut: From<DedicatedIp, typeof dedicatedIp> = toWire(dedicatedIp);
