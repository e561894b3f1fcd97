import * as z from "zod/mini";
import { described, named, operation, type AnswerOf, type RequestOf } from "#shared/api/operation.ts";
import { eventTypes } from "#shared/events/event.ts";
import { eventType as type } from "#shared/events/contract/event-type.ts";
import { atMost, idParams, lineOfText } from "#shared/api/fields.ts";
import { tenantName } from "#shared/api/tenant.ts";
import { attempt, webhook, webhookStatus as status, withSecret, delivery, type replayWebhook } from "./webhook-record.ts";
import type { MadeWebhook } from "../manage-webhooks.ts";
import type { Attempt, Replayed, WebhookChanges, Webhook, WebhookDelivery } from "../webhook.ts";
import { type From, fromWire, type Into, toWire } from "#shared/api/wire.ts";

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;
const URL_MAX = 2048;

/** An https URL at port 443; on a laptop also a URL of the machine itself, if WEB_ALLOW allows it. */
const isEndpoint = (text: string): boolean => {
  const url = URL.parse(text);
  if (!url || url.username !== "" || url.password !== "" || url.hash !== "") return false;
  if (LOOPBACK.test(url.hostname)) return url.protocol === "http:" || url.protocol === "https:";
  return url.protocol === "https:" && url.port === "";
};
const url = z
  .string()
  .check(
    atMost(URL_MAX),
    z.refine(
      isEndpoint,
      "must be an https URL at port 443, without credentials and fragment; on a laptop also http://localhost at any port",
    ),
    z.meta({ format: "uri" }),
  );
const types = z.array(type).check(
  z.maxLength(eventTypes.length),
  z.refine((list) => new Set(list).size === list.length, "must name each type once"),
);
const description = lineOfText(200);

const example = {
  id: "655f1c2e9b1e8a0012345690",
  url: "https://hooks.example.com/mail",
  types: ["send.replied" as const, "send.bounced" as const],
  description: "CRM",
  tenant: "",
  status: "active" as const,
  last_error: "",
  created_at: "2026-11-21T09:30:00.000Z",
  updated_at: "2026-11-21T09:30:00.000Z",
};
const exampleSecret = `whsec_${"A".repeat(43)}=`;

/** POST /v1/webhooks (api/README.md, "Events"). No Idempotency-Key, because a saved answer would contain the secret. */
export const createWebhook = operation({
  id: "webhooks/create",
  fills: true,
  audited: "webhook.created",
  method: "POST",
  path: "/v1/webhooks",
  boundKeys: "none",
  summary: "Create a webhook",
  description: "Post the account's events to a URL, signed as in Standard Webhooks; the secret is shown once",
  limit: "probe",
  body: named(
    "NewWebhook",
    z.strictObject({
      url: described(url, "Where events are posted: https, port 443, a public address."),
      types: described(z.optional(types), "The types of events to post; all types when absent or empty."),
      description: described(z.optional(description), "A note of yours, up to 200 characters."),
      tenant: described(
        z.optional(tenantName),
        "Posts only events of the mailboxes that are this tenant's when they happen, and of its connect links; it cannot be changed.",
      ),
    }),
    "A URL to receive events.",
  ),
  response: withSecret,
  errors: [400, 409],
  example: {
    body: { url: example.url, types: example.types, description: example.description },
    response: { ...example, secret: exampleSecret },
  },
});

/** GET /v1/webhooks. */
export const listWebhooks = operation({
  id: "webhooks/list",
  method: "GET",
  path: "/v1/webhooks",
  boundKeys: "none",
  summary: "List webhooks",
  description: "List the account's webhooks, oldest first",
  scope: "admin",
  query: z.strictObject({ tenant: described(z.optional(tenantName), "Only this tenant's webhooks.") }),
  response: z.array(webhook),
  errors: [400],
  example: { response: [example] },
});

/** GET /v1/webhooks/{id}. */
export const getWebhook = operation({
  id: "webhooks/get",
  method: "GET",
  path: "/v1/webhooks/{id}",
  boundKeys: "none",
  summary: "Get a webhook",
  description: "One webhook, without its secret",
  scope: "admin",
  params: idParams,
  response: webhook,
  errors: [400, 404],
  example: { response: example },
});

/** PATCH /v1/webhooks/{id}. */
export const patchWebhook = operation({
  id: "webhooks/patch",
  audited: "webhook.updated",
  method: "PATCH",
  path: "/v1/webhooks/{id}",
  boundKeys: "none",
  summary: "Change a webhook",
  description: "Change a webhook, or switch it off and on; without types it gets all",
  limit: "credentials",
  params: idParams,
  body: named(
    "WebhookChanges",
    z.strictObject({
      url: described(z.optional(url), "Where events are posted: https, port 443, a public address."),
      types: described(z.optional(types), "The types of events to post; all types when absent or empty."),
      description: described(z.optional(description), "A note of yours, up to 200 characters."),
      status: described(z.optional(status), "`disabled` switches it off, `active` on again: waiting events are then posted."),
    }),
    "What to change of a webhook.",
  ),
  response: webhook,
  errors: [400, 404],
  example: { body: { types: [] }, response: { ...example, types: [] } },
});

/** DELETE /v1/webhooks/{id}. */
export const deleteWebhook = operation({
  id: "webhooks/delete",
  audited: "webhook.deleted",
  method: "DELETE",
  path: "/v1/webhooks/{id}",
  boundKeys: "none",
  summary: "Delete a webhook",
  description: "Delete a webhook; its waiting events are not posted",
  params: idParams,
  status: 204,
  errors: [400, 404],
});

/** POST /v1/webhooks/{id}/test. */
export const testWebhook = operation({
  id: "webhooks/test",
  method: "POST",
  path: "/v1/webhooks/{id}/test",
  boundKeys: "none",
  summary: "Test a webhook",
  description: "Post a webhook.test event now, and return the result; a 2xx answer verifies the URL",
  limit: "probe",
  outside: "always",
  params: idParams,
  response: attempt,
  errors: [400, 404],
  example: { response: { ok: true, response_status: 200, duration_ms: 84, response: "ok" } },
});

/** POST /v1/webhooks/{id}/rotate-secret. */
export const rotateWebhookSecret = operation({
  id: "webhooks/rotate-secret",
  audited: "webhook.secret_rotated",
  method: "POST",
  path: "/v1/webhooks/{id}/rotate-secret",
  boundKeys: "none",
  summary: "Rotate a secret",
  description: "Give a webhook a new secret, shown once; for 24 hours the old one signs too",
  params: idParams,
  response: named(
    "WebhookSecret",
    z.object({ secret: described(z.string(), "The signing secret, `whsec_` and base64; it is shown only once.") }),
    "A new secret; for 24 hours the old one signs too.",
  ),
  errors: [400, 404],
  example: { response: { secret: exampleSecret } },
});

/** A new webhook in the domain's form. An exception: absent or empty types mean all types. */
export const webhookIn = ({
  url,
  types = [],
  description = "",
  tenant,
}: RequestOf<typeof createWebhook>["body"]): Pick<Webhook, "url" | "types" | "description" | "tenant"> => ({
  url,
  description,
  ...(tenant !== undefined && { tenant }),
  ...(types.length > 0 && { types }),
});

/** The changes of a webhook in the domain's form. */
export const webhookChangesIn: Into<WebhookChanges, typeof patchWebhook.body> = fromWire(patchWebhook.body);

/** A webhook, without its secret. */
export const webhookOut: From<Webhook, typeof webhook> = toWire(webhook);

/** A new webhook, with its secret. */
export const madeWebhookOut = ({ webhook: made, secret }: MadeWebhook): AnswerOf<typeof createWebhook> => ({ ...webhookOut(made), secret });

/** The result of one attempt. */
export const attemptOut: From<Attempt, typeof attempt> = toWire(attempt);

/** The delivery of an event to a webhook. */
export const webhookDeliveryOut: From<WebhookDelivery, typeof delivery> = toWire(delivery);

/** Which events to post again. An exception: the API has two optional fields, the domain a union. */
export const replayIn = ({ since, event_ids: eventIds = [] }: RequestOf<typeof replayWebhook>["body"]): Replayed =>
  since ? { since } : { eventIds };
