import * as z from "zod/mini";
import { described, named, operation } from "#shared/api/operation.ts";
import { dateTimeOut } from "#shared/api/fields.ts";
import { tenantFilter } from "#shared/api/tenant.ts";
import { attentionKinds, severities } from "./items.ts";
import type { Attention } from "./list-attention.ts";
import { type From, toWire } from "#shared/api/wire.ts";

const kind = z.enum(attentionKinds);

const item = named(
  "AttentionItem",
  z.object({
    kind: described(kind, "The kind of problem."),
    severity: described(
      z.enum(severities),
      "`urgent`: something has stopped working. `soon`: something fails or will fail. `note`: for information.",
    ),
    since: described(
      dateTimeOut,
      "Since when: for a mailbox its `status_since`, for a wallet the last change of its balance, for an audit its end.",
    ),
    reason: described(z.string(), "What happened, in the server's own words where there are any."),
    action: described(z.string(), "What to do, one sentence."),
    subject: described(
      named(
        "AttentionSubject",
        z.object({
          type: described(z.enum(["mailbox", "webhook", "send", "wallet"]), "What it is."),
          id: described(z.string(), "Its id; a wallet has its account's."),
          name: described(
            z.string(),
            "A mailbox's address, a webhook's URL without its query (only its host without `admin`), the recipient of a send.",
          ),
        }),
        "What needs a person.",
      ),
      "What it is about.",
    ),
  }),
  "An item that needs a person; it disappears when its cause is gone.",
);

/** The list of what needs a person (api/README.md, "Attention"). */
export const attentionList = named(
  "AttentionList",
  z.object({
    attention: described(z.array(item), "Up to 100 items: most urgent first, then by kind, then oldest first."),
    more: described(
      z.array(
        named(
          "AttentionRest",
          z.object({
            kind: described(kind, "The kind of problem."),
            count: described(z.int(), "How many items of it are not in the list, counted up to 10,000."),
          }),
          "The items of one kind that are not in the list.",
        ),
      ),
      "What the list leaves out, by kind; empty when it is complete.",
    ),
  }),
  "What needs a person in the account.",
);

/** GET /v1/attention (api/README.md, "Attention"). */
export const listAttention = operation({
  id: "attention/list",
  method: "GET",
  path: "/v1/attention",
  boundKeys: { rows: "within" },
  summary: "List what needs a person",
  description:
    "What needs a person, most urgent first: mailboxes that do not work, webhooks that fail, emails whose outcome is unknown, a low wallet, broken DNS records, audits that found losses",
  query: z.strictObject(tenantFilter),
  response: attentionList,
  errors: [400],
  tools: [
    {
      name: "list_attention",
      description: "What needs a person, most urgent first: broken mailboxes, emails that wait for approval, a low wallet. Free.",
      effect: "reads",
    },
  ],
  example: {
    response: {
      attention: [
        {
          kind: "mailbox_disconnected",
          severity: "urgent",
          since: "2026-11-21T09:30:00.000Z",
          reason: "SMTP: the server refused the credentials (535)",
          action: "Save a password that its server accepts: its emails wait for at most 72 hours and then fail.",
          subject: { type: "mailbox", id: "655f1c2e9b1e8a00123456aa", name: "sales@sandbox.test" },
        },
      ],
      more: [],
    },
  },
});

/** The list of what needs a person, in the API. */
export const attentionOut: From<Attention, typeof attentionList> = toWire(attentionList);
