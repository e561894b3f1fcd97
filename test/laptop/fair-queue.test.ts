import * as fc from "fast-check";
import { expect, it } from "vitest";
import { fairQueue, handleOf, type QueuedMessage } from "#infra/local/queues/fair-queue.ts";

const aQueue = () => {
  const clock = { now: 0 };
  const deadLettered: string[] = [];
  const queue = fairQueue<string>({
    now: () => clock.now,
    visibilityMs: 1_000,
    maxReceives: 3,
    deadLetter: ({ body }) => void deadLettered.push(body),
  });
  return { clock, queue, deadLettered };
};
const bodies = (messages: readonly QueuedMessage<string>[]) => messages.map(({ body }) => body);

it("a tenant with thirty messages in flight and more than a tenth of them is passed over while others wait", () => {
  const { queue } = aQueue();
  for (let n = 0; n < 200; n += 1) queue.send(`busy ${n}`, { group: "busy" });
  for (const group of ["one", "two", undefined]) queue.send(`of ${group}`, { group });

  expect(bodies(queue.receive(29)).every((body) => body.startsWith("busy"))).toBe(true);
  expect(bodies(queue.receive(5))).toEqual(["busy 29", "of one", "of two", "of undefined", "busy 30"]);
});

it("a tenant that takes more than a tenth of the working time is passed over, though it has few messages", () => {
  const { queue, clock } = aQueue();
  queue.send("slow 0", { group: "slow" });
  const [first] = queue.receive(1);
  clock.now += 900;
  queue.delete(handleOf(first!));
  queue.send("slow 1", { group: "slow" });
  queue.send("quick", { group: "quick" });

  expect(bodies(queue.receive(2))).toEqual(["quick", "slow 1"]);
});

it("among noisy tenants the one with the fewest messages in flight comes first", () => {
  const { queue } = aQueue();
  for (let n = 0; n < 60; n += 1) queue.send("a", { group: "a" });
  queue.receive(45);
  for (let n = 0; n < 60; n += 1) queue.send("b", { group: "b" });
  queue.receive(30);

  expect(bodies(queue.receive(15))).toEqual(Array.from({ length: 15 }, () => "b"));
});

it("a tenant is quiet again when it has sent nothing for five minutes", () => {
  const taken = (afterMs: number) => {
    const { queue, clock } = aQueue();
    for (let n = 0; n < 40; n += 1) queue.send("a", { group: "a" });
    for (const message of queue.receive(35)) queue.delete(handleOf(message));
    clock.now += afterMs;
    expect(queue.counts()).toEqual({ waiting: 5, held: 0, delayed: 0 });
    queue.send("b", { group: "b" });
    return bodies(queue.receive(6));
  };

  expect(taken(299_999)).toEqual(["b", "a", "a", "a", "a", "a"]);
  expect(taken(300_000)).toEqual(["a", "a", "a", "a", "a", "b"]);
});

it("hides what is received, gives it again after the visibility timeout, and buries it after too many receives", () => {
  const { queue, clock, deadLettered } = aQueue();
  queue.send("poison", { delayMs: 500 });
  expect(queue.receive(1)).toEqual([]);
  clock.now = 500;
  const handles: string[] = [];
  for (let round = 1; round <= 3; round += 1) {
    const [message] = queue.receive(1);
    expect(message).toMatchObject({ body: "poison", receives: round });
    expect(queue.receive(1)).toEqual([]);
    // The handle of an earlier receive deletes nothing.
    for (const handle of handles) queue.delete(handle);
    handles.push(handleOf(message!));
    clock.now += 1_000;
  }

  expect(queue.receive(1)).toEqual([]);
  expect(deadLettered).toEqual(["poison"]);
});

it("gives every message once to consumers that delete in time, whatever the tenants, delays and orders", () => {
  const sends = fc.array(fc.record({ group: fc.constantFrom("a", "b", "c", undefined), delayMs: fc.constantFrom(0, 0, 700, 1_500) }), {
    maxLength: 120,
  });
  fc.assert(
    fc.property(sends, fc.infiniteStream(fc.integer({ min: 1, max: 45 })), (messages, sizes) => {
      const { queue, clock } = aQueue();
      messages.forEach((to, n) => queue.send(String(n), to));
      const seen: string[] = [];
      for (let round = 0; round < 300 && seen.length < messages.length; round += 1) {
        const taken = queue.receive(sizes.next().value);
        seen.push(...bodies(taken));
        clock.now += 100;
        for (const message of taken) queue.delete(handleOf(message));
      }
      expect(seen.toSorted()).toEqual(messages.map((_, n) => String(n)).toSorted());
      expect(queue.counts()).toEqual({ waiting: 0, held: 0, delayed: 0 });
    }),
  );
});
