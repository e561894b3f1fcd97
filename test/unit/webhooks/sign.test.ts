import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import { newSecret, signedHeaders } from "#shared/webhooks/deliver-webhook.ts";
import { delayAfter, DISABLED_AFTER_MS } from "#shared/webhooks/webhook.ts";

const body = JSON.stringify({ id: "e1", type: "send.replied", data: { subject: "Grüße ✓" } });

it("signs as Standard Webhooks say: its own library verifies", () => {
  const secret = newSecret();

  const headers = signedHeaders([secret], "e1", new Date(), body);

  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(secret).verify(body.replace("e1", "e2"), headers)).toThrow();
  expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow();
  expect(() => new Webhook(secret).verify(body, { ...headers, "webhook-id": "e2" })).toThrow();
});

it("signs with both secrets while one is being replaced, so that either verifies", () => {
  const [fresh, old] = [newSecret(), newSecret()];

  const headers = signedHeaders([fresh, old], "e1", new Date(), body);

  for (const secret of [fresh, old]) expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
});

it("tries for three days, and waits longer each time", () => {
  const delays: number[] = [];
  for (let delay = delayAfter(1); delay !== undefined; delay = delayAfter(delays.length + 1)) delays.push(delay);

  const sum = delays.reduce((all, delay) => all + delay, 0);
  expect(delays).toEqual(delays.toSorted((a, b) => a - b));
  expect(delays[0]).toBe(5_000);
  expect(Math.round((DISABLED_AFTER_MS - sum) / 3_600_000)).toBe(2);
});
