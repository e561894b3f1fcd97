// Webhooks of a test world: posted over real HTTP, at the world's times.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, it } from "vitest";
import { verifyWebhook } from "#shared/client/verify-webhook.ts";
import { mailboxAt } from "#test/support/client.ts";
import { openTarget } from "#test/support/target.ts";
import { aTestWorld, type TestWorld } from "#test/support/test-world.ts";

interface Posted {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly type: string;
  readonly sequence: number;
  readonly id: string;
}

/** A receiver on loopback: /hang never answers, /fails answers 500 while it is told to. */
const openReceiver = async () => {
  const posted: Posted[] = [];
  const failing = new Set<string>();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const path = request.url ?? "";
      posted.push({
        path,
        headers: request.headers as Record<string, string>,
        body,
        ...(JSON.parse(body) as Pick<Posted, "type" | "sequence" | "id">),
      });
      if (path === "/hang" && posted.at(-1)!.type !== "webhook.test") return;
      response.writeHead(failing.has(path) ? 500 : 200).end("noted");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    at: (path: string) => posted.filter((one) => one.path === path && one.type !== "webhook.test"),
    failing,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

const [target, receiver] = [await openTarget(), await openReceiver()];
afterAll(async () => {
  receiver.stop();
  await target.stop();
});

const hook = (world: TestWorld, path: string, more: object = {}) => world.post("/v1/webhooks", { url: receiver.url(path), ...more });
const deliveries = async (world: TestWorld, id: string) =>
  (await world.get(`/v1/webhooks/${id}/deliveries?limit=200`)) as Record<string, unknown>[];

describe("a webhook of a test world", () => {
  it("gets each event once, in order, signed so that a receiver's own clock accepts it", async () => {
    const world = await aTestWorld(target);
    const { secret } = await hook(world, "/good");
    await world.advance("P100D");
    for (const n of [1, 2, 3]) await world.send({ to: `reply-after-${n}h.jane@example.com` });

    await world.advance("P2D");

    const got = receiver.at("/good");
    const { events } = await world.get("/v1/events?limit=200");
    const told = events.filter(({ type }: Posted) => type !== "mailbox.connected").map(({ sequence }: Posted) => sequence);
    expect(got.map(({ sequence }) => sequence).toSorted((a, b) => a - b)).toEqual(told);
    for (const { headers, body } of got) await verifyWebhook(headers, body, secret);
  });

  it("gets nothing of live mail, and live endpoints nothing of the world", async () => {
    const world = await aTestWorld(target, { credits: 10 });
    await hook(world, "/of-the-world");
    await world.live("POST", "/v1/webhooks", { url: receiver.url("/of-live-mail") });
    await world.live("POST", "/v1/mailboxes", mailboxAt(target.mail, "live-hook@sandbox.test"));
    await world.send();
    await world.advance("PT1H");
    await expect.poll(() => receiver.at("/of-live-mail").length, { timeout: 10_000 }).toBeGreaterThan(0);

    expect(JSON.stringify(receiver.at("/of-live-mail"))).not.toContain("sales@shop.test");
    expect(receiver.at("/of-live-mail").map(({ type }) => type)).not.toContain("send.sent");
    expect(receiver.at("/of-the-world").map(({ type }) => type)).toContain("send.sent");
    expect(JSON.stringify(receiver.at("/of-the-world"))).not.toContain("live-hook@");
  });

  it("that fails is tried again at the world's times, and gets what it missed when it works", async () => {
    const world = await aTestWorld(target);
    const { id } = await hook(world, "/fails", { types: ["send.sent"] });
    await world.send();
    await world.advance("PT1M");
    expect((await deliveries(world, id))[0]).toMatchObject({ status: "delivered" });
    receiver.failing.add("/fails");
    await world.send();
    await world.advance("PT3H");
    const tries = receiver.at("/fails").length - 1;
    expect(tries).toBeGreaterThan(4);
    expect((await deliveries(world, id))[0]).toMatchObject({ status: "pending" });

    receiver.failing.delete("/fails");
    await world.advance("P1D");

    expect(receiver.at("/fails").length).toBe(tries + 2);
    expect((await deliveries(world, id))[0]).toMatchObject({ status: "delivered", attempts: tries + 1 });
  });

  it("that hangs keeps neither the world from its time nor other endpoints from their events", async () => {
    const world = await aTestWorld(target);
    await hook(world, "/hang", { types: ["send.sent"] });
    await hook(world, "/beside", { types: ["send.sent"] });
    const { id } = await world.send();

    const to = new Date((await world.now()).getTime() + 4_000).toISOString();
    // The job that waits for the endpoint holds the world longer than a call waits for it, which then says that nothing is settled yet.
    await expect
      .poll(
        async () => {
          const began = Date.now();
          const { status, body } = await world.ask("POST", "/v1/sandbox/clock", { to });
          expect(status).toBe(200);
          expect(Date.now() - began).toBeLessThan(29_000);
          return body.settled;
        },
        { timeout: 90_000 },
      )
      .toBe(true);

    expect(receiver.at("/beside").length).toBe(1);
    expect((await world.record(id)).status).toBe("sent");
  }, 120_000);

  it("gets a hundred events that happen at one moment, at that moment", async () => {
    const world = await aTestWorld(target);
    const { id } = await hook(world, "/many", { types: ["send.sent"] });
    await world.advance("PT1M");
    await world.batch(Array.from({ length: 100 }, () => world.anEmail()));

    await world.advance("P1D");

    const rows = await deliveries(world, id);
    expect(receiver.at("/many").length).toBe(100);
    expect(rows.filter(({ status, attempts }: Record<string, unknown>) => status !== "delivered" || attempts !== 1)).toEqual([]);
  }, 60_000);
});
