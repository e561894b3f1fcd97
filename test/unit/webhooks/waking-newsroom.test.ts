import { expect, it } from "vitest";
import { wakingNewsroom } from "#shared/domain/webhooks/waking-newsroom.ts";

const newsroomOf = (endpoints: readonly { readonly id: string; readonly userId: string }[]) => ({
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

  expect(await wakingNewsroom(newsroomOf(endpoints), webhookQueue).publish("sends", ["s1"])).toEqual(endpoints);
  await wakingNewsroom(newsroomOf([]), webhookQueue).publish("sends", ["s1"]);

  expect(woken).toEqual([[endpoints]]);
});
