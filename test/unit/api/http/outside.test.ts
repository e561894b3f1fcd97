import { expect, it } from "vitest";
import type { testMailbox } from "#shared/mailboxes/contract/mailboxes.ts";
import type { Shares } from "#shared/platform/fair-shares.ts";
import type { EndpointRequest } from "#shared/api/http/endpoint.ts";
import { waitingOutside } from "#shared/api/http/outside.ts";
import { memoryShares } from "#test/support/memory/shares.ts";

type Request = EndpointRequest<typeof testMailbox>;
const of = (userId: string) => ({ userId }) as Request;

/** An operation whose calls wait until `end`, where so many may wait at once. */
const waiting = (most: number, shares: Shares = memoryShares()) => {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const run = waitingOutside<typeof testMailbox>({ shares, most: () => most }, async () => {
    await ended;
    return { status: "ok" };
  });
  return { run, end };
};
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

it("lets half of the calls that may wait be one account's, and answers 429 with Retry-After to its next", async () => {
  const { run, end } = waiting(20);
  const ten = Array.from({ length: 10 }, () => run(of("a")));
  await settled();

  await expect(run(of("a"))).rejects.toMatchObject({ reason: "tooManyRequests", headers: { "retry-after": "2" } });
  const another = run(of("b"));
  end();
  expect(await Promise.all([...ten, another])).toHaveLength(11);
});

it("takes the calls of a fifth account while four have all that they get wait for ever", async () => {
  const shares = memoryShares();
  const hanging = waiting(40, shares);
  for (const account of ["a", "b", "c", "d"]) for (let n = 0; n < 40; n += 1) void hanging.run(of(account)).catch(() => undefined);
  await settled();

  const { run, end } = waiting(40, shares);
  end();
  expect(await run(of("e"))).toEqual({ status: "ok" });
});

it("answers 503 with Retry-After when all accounts together wait for too much, and takes calls again when one ends", async () => {
  const shares = memoryShares();
  const first = waiting(2, shares);
  const two = ["a", "b"].map((userId) => first.run(of(userId)));
  await settled();

  await expect(first.run(of("c"))).rejects.toMatchObject({ reason: "unavailable", headers: { "retry-after": "2" } });
  first.end();
  await Promise.all(two);
  expect(await first.run(of("c"))).toEqual({ status: "ok" });
});

it("gives its places back when the call fails", async () => {
  const shares = memoryShares();
  const run = waitingOutside<typeof testMailbox>({ shares, most: () => 1 }, () => Promise.reject(new Error("planted")));

  await expect(run(of("a"))).rejects.toThrow("planted");
  await expect(run(of("a"))).rejects.toThrow("planted");
});
