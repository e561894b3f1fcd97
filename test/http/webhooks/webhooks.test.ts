// Webhooks and unsubscribing through the whole local system: queue, worker, signatures, retries (api/README.md, "Events", "Suppressions").
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { event } from "#shared/events/contract/events.ts";
import { openTarget, type Target } from "#test/support/target.ts";
import { aSender, until } from "#test/support/client.ts";

interface Posted {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly event: { readonly id: string; readonly type: string; readonly sequence: number; readonly data: Record<string, unknown> };
  /** The number of events that had been posted when the service gave this one up, or was answered; undefined while it waits. */
  closedAt?: number;
}

/** A receiver on loopback: /slow answers no event, /flaky fails twice, every other path is content. */
const openReceiver = async () => {
  const posted: Posted[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const path = request.url ?? "";
      const one: Posted = { path, headers: request.headers, body, event: JSON.parse(body) as Posted["event"] };
      posted.push(one);
      response.on("close", () => (one.closedAt = posted.length));
      if (path === "/slow" && one.event.type !== "webhook.test") return;
      const tries = posted.filter((one) => one.path === path && one.event.type !== "webhook.test").length;
      response.writeHead(path === "/flaky" && tries > 0 && tries <= 2 ? 503 : 200).end("noted");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    /** The events that came there; the tests of its address apart. */
    at: (path: string) => posted.filter((one) => one.path === path && one.event.type !== "webhook.test"),
    tests: (path: string) => posted.filter((one) => one.path === path && one.event.type === "webhook.test"),
    /** Whether an event came to one path while its post to the hanging one was still open. */
    overtook: (path: string, hanging: Posted) => {
      const at = posted.findIndex((one) => one.path === path && one.event.id === hanging.event.id);
      return at >= 0 && at < (hanging.closedAt ?? Infinity);
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

const verify = (secret: string, { headers, body }: Posted) => new Webhook(secret).verify(body, headers as Record<string, string>);

let target: Target;
let receiver: Awaited<ReturnType<typeof openReceiver>>;
let sender: Awaited<ReturnType<typeof aSender>>;
beforeAll(async () => {
  [target, receiver] = [await openTarget(), await openReceiver()];
  sender = await aSender(target, 100);
}, 60_000);
afterAll(async () => {
  receiver?.stop();
  await target?.stop();
});

const hook = async (path: string, types: readonly string[] = []) =>
  (await sender.ask("POST", "/v1/webhooks", { url: receiver.url(path), types })).body as { id: string; secret: string };
/** What was posted there about a record, by type. */
const typesOf = (path: string, id: string) =>
  receiver
    .at(path)
    .filter(({ event: { data } }) => data["id"] === id || data["email_job_id"] === id)
    .toSorted((a, b) => a.event.sequence - b.event.sequence)
    .map(({ event }) => event.type);
const pull = () => sender.ask("GET", "/v1/inbox/messages?fresh=true");

describe("webhooks", () => {
  it("tell a send's life to every endpoint, signed; one that hangs or fails delays nobody, and is tried again", async () => {
    const slow = await hook("/slow");
    const flaky = await hook("/flaky", ["send.sent"]);
    const { secret } = await hook("/life");
    const [answered, returned] = await Promise.all(
      ["reply.life@sandbox.test", "bounce.life@sandbox.test"].map(
        async (to) => (await sender.send(sender.anEmail({ to }))).body.id as string,
      ),
    );
    const whole = ["message.received", "send.bounced", "send.replied", "send.sent"];

    await until(async () => {
      await pull();
      const told = [...typesOf("/life", answered!), ...typesOf("/life", returned!)];
      return whole.every((type) => told.includes(type)) ? told : undefined;
    });
    expect(receiver.at("/slow").length).toBeGreaterThan(0);
    for (const one of receiver.at("/slow")) expect(receiver.overtook("/life", one), one.event.type).toBe(true);

    // The events' order is their sequence: the feed's, in which a send leaves before it is answered.
    expect(typesOf("/life", answered!)).toEqual(["send.sent", "message.received", "send.replied"]);
    expect(typesOf("/life", returned!)).toEqual(["send.sent", "message.received", "send.bounced"]);
    const { events } = (await sender.ask("GET", "/v1/events")).body as { events: Posted["event"][] };
    for (const one of receiver.at("/life")) {
      // Every field is one that the document tells, and the feed tells the same.
      expect(event.parse(one.event)).toEqual(one.event);
      expect(events).toContainEqual(one.event);
      expect(verify(secret, one)).toEqual(one.event);
      expect(one.headers["webhook-id"]).toBe(one.event.id);
      expect(() => verify(slow.secret, one)).toThrow();
    }

    const deliveries = await until(async () => {
      const { body } = await sender.ask("GET", `/v1/webhooks/${flaky.id}/deliveries`);
      return body.length === 2 && body.every(({ status }: { status: string }) => status === "delivered") ? body : undefined;
    });
    expect(
      deliveries
        .map(({ attempts }: { attempts: number }) => attempts)
        .toSorted()
        .at(-1),
    ).toBeGreaterThan(1);
    expect(deliveries[0]).toMatchObject({ type: "send.sent", response_status: 200, response: "noted" });
    for (const one of receiver.at("/flaky")) expect(verify(flaky.secret, one)).toEqual(one.event);
  });

  it("are tried, get a new secret beside the old one, and get events again under their ids", async () => {
    const { id, secret } = await hook("/managed", ["send.sent"]);
    const sent = (await sender.send(sender.anEmail({ to: "managed@sandbox.test" }))).body.id as string;
    const [first] = await until(async () => (receiver.at("/managed").length > 0 ? receiver.at("/managed") : undefined));

    const rotated = (await sender.ask("POST", `/v1/webhooks/${id}/rotate-secret`)).body.secret as string;
    const tried = await sender.ask("POST", `/v1/webhooks/${id}/test`);
    const replayed = await sender.ask("POST", `/v1/webhooks/${id}/replay`, { event_ids: [first!.event.id] });
    const again = await until(async () => (receiver.at("/managed").length === 2 ? receiver.at("/managed").at(-1) : undefined));

    expect(tried.body).toMatchObject({ ok: true, response_status: 200, response: "noted" });
    expect(receiver.at("/managed").map(({ event }) => event.type)).toEqual(["send.sent", "send.sent"]);
    // One when it was made, which verified its address, and the one that was asked for.
    expect(receiver.tests("/managed")).toHaveLength(2);
    expect((await sender.ask("GET", `/v1/webhooks/${id}`)).body.verified_at).toMatch(/^\d{4}-/);
    expect(first?.event.data["id"]).toBe(sent);
    expect(() => verify(rotated, first!)).toThrow();
    for (const valid of [secret, rotated]) expect(verify(valid, again)).toEqual(first?.event);
    expect(replayed.body).toEqual({ queued: 1 });
    const unknown = "655f1c2e9b1e8a0012345679";
    const mixed = await sender.ask("POST", `/v1/webhooks/${id}/replay`, { event_ids: [first!.event.id, unknown] });
    expect([mixed.status, mixed.body.details]).toEqual([
      404,
      [{ field: "event_ids", message: `not among the events for this webhook: ${unknown}` }],
    ]);
    expect(receiver.at("/managed")).toHaveLength(2);
    expect((await sender.ask("GET", `/v1/webhooks/${id}/deliveries`)).body).toMatchObject([{ event_id: first?.event.id, attempts: 1 }]);
  });
});

describe("unsubscribing", () => {
  it("by the link of an email suppresses its recipient, tells it, and refuses the next email for free", async () => {
    const { secret } = await hook("/suppressed", ["suppression.added"]);
    const email = sender.anEmail({ to: "Stop@sandbox.test", unsubscribe: true });
    const { id } = (await sender.send(email)).body as { id: string };
    const { headers } = await sender.record(id);
    const link = /^<(.*)>$/.exec(headers["List-Unsubscribe"])?.[1] ?? "";
    const click = () => fetch(link, { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) });
    const listed = async () => (await sender.ask("GET", "/v1/suppressions?email=stop%40sandbox.test")).body.suppressions;

    expect((await fetch(link)).status).toBe(200);
    expect(await listed()).toEqual([]);
    expect([(await click()).status, (await click()).status, (await fetch(`${link}A`)).status]).toEqual([200, 200, 404]);

    const before = await sender.balance();
    const refused = await sender.send(email);
    expect([refused.status, refused.body.type, refused.body.details]).toEqual([
      409,
      "recipient_suppressed",
      "to is suppressed: unsubscribed",
    ]);
    expect(await sender.balance()).toBe(before);
    expect(await listed()).toMatchObject([{ email: "stop@sandbox.test", reason: "unsubscribed", send_id: id }]);
    const [told] = await until(async () => (receiver.at("/suppressed").length > 0 ? receiver.at("/suppressed") : undefined));
    expect(verify(secret, told!)).toMatchObject({ type: "suppression.added", data: { email: "stop@sandbox.test", send_id: id } });

    expect((await sender.ask("DELETE", "/v1/suppressions/stop%40sandbox.test")).status).toBe(204);
    expect((await sender.send(email)).status).toBe(200);
    expect(receiver.at("/suppressed")).toHaveLength(1);
  });
});
