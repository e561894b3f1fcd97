import { expect, it } from "vitest";
import { wakingEventOutbox } from "#shared/webhooks/waking-event-outbox.ts";

const eventOutboxOf = (endpoints: readonly { readonly id: string; readonly userId: string }[]) => ({
  publish: async () => endpoints,
  forgotten: async () => [],
});

it("wakes exactly the endpoints that a publication is for, once it is done", async () => {
  const woken: unknown[] = [];
  const webhookQueue = { wake: async (...given: readonly unknown[]) => void woken.push(given) };
  const endpoints = [
    { id: "w1", userId: "u1" },
    { id: "w2", userId: "u2" },
  ];

  expect(await wakingEventOutbox(eventOutboxOf(endpoints), webhookQueue).publish("sends", ["s1"])).toEqual(endpoints);
  await wakingEventOutbox(eventOutboxOf([]), webhookQueue).publish("sends", ["s1"]);

  expect(woken).toEqual([[endpoints]]);
});
