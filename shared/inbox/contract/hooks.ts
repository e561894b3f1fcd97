import * as z from "zod/mini";
import { atMost } from "#shared/api/fields.ts";
import { operation, type Operation } from "#shared/api/operation.ts";

/** Providers call it, without a key: what they send proves itself. Fields that are not read are ignored, for providers add some. */
const ofHooks = { auth: "none", boundKeys: "open", method: "POST", errors: [400, 401, 404, 413, 415], inMaintenance: "refused" } as const;

/** The most notifications that a call may bring; Graph batches some dozen. */
const NOTIFICATIONS_MAX = 1_000;
const text = (max: number) => z.optional(z.string().check(atMost(max)));

/**
 * POST /v1/hooks/graph: Microsoft Graph's change notifications and lifecycle events
 * (learn.microsoft.com/graph/change-notifications-delivery-webhooks).
 */
export const graphHook = operation({
  ...ofHooks,
  id: "hooks/graph",
  path: "/v1/hooks/graph",
  summary: "Take Graph's notifications",
  description: "Microsoft Graph tells of new mail, or that it will tell no longer",
  query: z.object({ validationToken: text(4_096) }),
  body: z.object({
    value: z.optional(z.array(z.object({ clientState: text(128), lifecycleEvent: text(100) })).check(z.maxLength(NOTIFICATIONS_MAX))),
  }),
});

/** POST /v1/hooks/gmail: a push subscription of Google Pub/Sub (cloud.google.com/pubsub/docs/push). */
export const gmailHook = operation({
  ...ofHooks,
  id: "hooks/gmail",
  path: "/v1/hooks/gmail",
  summary: "Take Gmail's notifications",
  description: "Google Pub/Sub tells of new mail in a Gmail mailbox",
  outside: "always",
  body: z.object({ message: z.optional(z.object({ data: text(4_096) })) }),
});

/** The operations that providers call; they are not part of the documented API. */
export const hookOperations = [graphHook, gmailHook] as const satisfies readonly Operation[];
