import { expect, it } from "vitest";
import type { testMailbox } from "#shared/contract/mailboxes.ts";
import type { Slots } from "#shared/domain/ports.ts";
import type { EndpointRequest } from "#shared/http/endpoint.ts";
import { waitingOutside } from "#shared/http/outside.ts";
import { memorySlots } from "#test/support/memory/inbox.ts";

type Request = EndpointRequest<typeof testMailbox>;
const of = (userId: string) => ({ userId }) as Request;

/** An operation whose calls wait until `end`, where so many may wait at once. */
const waiting = (most: number, slots: Slots = memorySlots()) => {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const run = waitingOutside<typeof testMailbox>({ slots, most: () => most }, async () => {
    await ended;
    return { status: "ok" };
  });
  return { run, end };
};
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

it("lets ten calls of an account wait, and answers 429 with Retry-After to the next", async () => {
  const { run, end } = waiting(100);
  const ten = Array.from({ length: 10 }, () => run(of("a")));
  await settled();

  await expect(run(of("a"))).rejects.toMatchObject({ reason: "tooManyRequests", headers: { "retry-after": "2" } });
  const another = run(of("b"));
  end();
  expect(await Promise.all([...ten, another])).toHaveLength(11);
});

it("answers 503 with Retry-After when all accounts together wait for too much, and takes calls again when one ends", async () => {
  const slots = memorySlots();
  const first = waiting(2, slots);
  const two = ["a", "b"].map((userId) => first.run(of(userId)));
  await settled();

  await expect(first.run(of("c"))).rejects.toMatchObject({ reason: "unavailable", headers: { "retry-after": "2" } });
  first.end();
  await Promise.all(two);
  expect(await first.run(of("c"))).toEqual({ status: "ok" });
});

it("gives its places back when the call fails", async () => {
  const slots = memorySlots();
  const run = waitingOutside<typeof testMailbox>({ slots, most: () => 1 }, () => Promise.reject(new Error("planted")));

  await expect(run(of("a"))).rejects.toThrow("planted");
  await expect(run(of("a"))).rejects.toThrow("planted");
});
