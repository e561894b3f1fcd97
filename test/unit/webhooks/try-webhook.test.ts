import { expect, it } from "vitest";
import { tryWebhook } from "#shared/webhooks/manage-webhooks.ts";
import type { Webhook } from "#shared/webhooks/webhook.ts";
import { clock, ids } from "#shared/platform/system.ts";

type Ports = Parameters<typeof tryWebhook>[0];

const endpoint: Webhook = {
  id: ids.objectId(),
  userId: ids.objectId(),
  url: "https://hooks.example/",
  description: "",
  status: "active",
  createdAt: new Date(0),
  updatedAt: new Date(0),
};

it.each([
  ["is verified and wakes what has waited, when an unverified address answers it with 2xx", {}, true, ["verified", "woken"]],
  ["wakes nothing where the address was verified before", { verifiedAt: new Date(0) }, true, ["verified"]],
  ["neither verifies nor wakes anything when the answer is no 2xx", {}, false, []],
])("a test that is asked for %s", async (_, facts, ok, expected) => {
  const did: string[] = [];
  const webhook = { ...endpoint, ...facts };
  const ports: Ports = {
    webhooks: { find: async () => webhook, secrets: async () => ["whsec_c2VjcmV0"] } as Partial<Ports["webhooks"]> as Ports["webhooks"],
    webhookClient: { post: async () => ({ ok, responseStatus: ok ? 204 : 500, durationMs: 1, response: "" }) },
    webhookDeliveries: { verified: async () => void did.push("verified") },
    webhookQueue: { wake: async () => void did.push("woken") },
    testBodyOf: () => "{}",
    clock,
    ids,
  };

  expect(await tryWebhook(ports, webhook.userId, webhook.id)).toMatchObject({ ok });
  expect(did).toEqual(expected);
});
