// api/README.md, "Metrics", over HTTP: what happened is counted when the answer comes.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aSender, anAccount, asking, fieldsOf, inMs, until } from "#test/support/client.ts";
import { openTarget, type Target } from "#test/support/target.ts";

let target: Target;
let sender: Awaited<ReturnType<typeof aSender>>;

beforeAll(async () => {
  target = await openTarget();
  sender = await aSender(target, 1_000);
}, 60_000);
afterAll(() => target?.stop());

const metrics = async (query = "") => (await sender.ask("GET", `/v1/metrics${query}`)).body;

describe("the metrics", () => {
  it("count what happened to emails and what arrived, each once, however often they are asked for", async () => {
    const answered = (await sender.send(sender.anEmail({ to: "reply.jane@sandbox.test", tags: ["spring", "vip"] }))).body;
    const bounced = (await sender.send(sender.anEmail({ to: "bounce.joe@sandbox.test", tags: ["spring"] }))).body;
    const dropped = (await sender.send(sender.later({ tags: ["vip"] }))).body;
    await sender.ask("POST", `/v1/send/${dropped.id}/cancel`);
    await until(async () => {
      await sender.ask("GET", `/v1/inbox/messages?fresh=true&mailbox_id=${sender.mailbox}`);
      const records = await Promise.all([sender.record(answered.id), sender.record(bounced.id)]);
      return records[0].replied_at && records[1].bounced_at ? records : undefined;
    });

    const expected = { accepted: 3, sent: 2, failed: 0, cancelled: 1, replied: 1, bounced_hard: 1, bounced_soft: 0, received: 2 };
    await until(async () => ((await metrics()).totals.received === 2 ? true : undefined));
    const [once, again] = await Promise.all([metrics(), metrics()]);
    expect(again).toEqual(once);
    expect(once).toMatchObject({ caught_up: true, interval: "day", totals: { ...expected, reply_rate: 0.5 } });
    expect(once.totals.time_to_send_p50).toBeGreaterThan(0);
    const byTag = (await metrics("?by=tag")).metrics as readonly { key: string; accepted: number; sent: number }[];
    expect(byTag.map(({ key, accepted, sent }) => `${key} ${accepted} ${sent}`).toSorted()).toEqual(["spring 2 2", "vip 2 1"]);
    expect((await metrics("?by=mailbox")).metrics).toMatchObject([{ key: sender.mailbox, ...expected }]);
    expect((await metrics("?by=domain&interval=hour")).metrics).toMatchObject([{ key: "sandbox.test" }]);
    const byKind = (await metrics("?by=kind")).metrics as readonly { key: string; accepted: number; received: number }[];
    expect(byKind.map(({ key, accepted, received }) => `${key} ${accepted} ${received}`).toSorted()).toEqual([
      "bounce 0 1",
      "first 3 0",
      "reply 0 1",
    ]);
  });

  it("tell by how much the forecast was wrong that was read first of an email", async () => {
    expect((await metrics()).totals.eta_error_p50).toBeUndefined();
    const { id } = (await sender.send(sender.anEmail({ scheduled_at: inMs(60_000) }))).body;
    // A forecast of another plan.
    await sender.record(id);
    const moved = (await sender.ask("PATCH", `/v1/send/${id}`, { scheduled_at: inMs(2_000) })).body;
    const { sent_at } = await sender.reaching(id, "sent");

    const totals = await until(async () => {
      const found = (await metrics()).totals;
      return found.eta_error_p50 === undefined ? undefined : found;
    });

    const wrong = Math.abs(Date.parse(sent_at) - Date.parse(moved.eta)) / 1000;
    expect(totals.eta_error_p50).toBeLessThan(wrong * 1.06 + 0.01);
    expect(totals.eta_error_p95).toBe(totals.eta_error_p50);
    expect(totals.eta_error_p50).toBeLessThan(30);
  });

  it("are paged, and their totals are those of the whole span", async () => {
    const page = await sender.ask("GET", "/v1/metrics?by=kind&limit=2");
    const rest = await metrics(`?by=kind&limit=2&cursor=${page.body.next_cursor}`);

    expect(page.body.metrics).toHaveLength(2);
    expect(rest.metrics).toHaveLength(1);
    expect(new Set([...page.body.metrics, ...rest.metrics].map(({ key }) => key)).size).toBe(3);
    expect(rest.totals).toEqual(page.body.totals);
    expect(page.headers.get("link")).toContain("/v1/metrics?");
  });

  it("have whole periods in UTC", async () => {
    const day = 86_400_000;
    const body = await metrics(`?from=${inMs(-2 * day)}&to=${inMs(0)}`);
    const today = new Date(Math.floor(Date.now() / day) * day);

    expect(body.from).toBe(new Date(today.getTime() - 2 * day).toISOString());
    expect(body.to).toBe(new Date(today.getTime() + day).toISOString());
    expect(body.metrics.at(0).at).toBe(today.toISOString());
    expect((await metrics(`?from=${inMs(-2 * day)}&to=${today.toISOString()}`)).metrics).toEqual([]);
  });

  it("are each account's own", async () => {
    const other = await anAccount(target, 0);

    expect((await asking(target, other.key)("GET", "/v1/metrics")).body).toMatchObject({ metrics: [], totals: { accepted: 0, sent: 0 } });
  });

  it("refuse a query with every field that is wrong", async () => {
    const wrong = (query: string) => sender.ask("GET", `/v1/metrics?${query}`);
    const [ancient, all, backwards, long, future] = await Promise.all([
      wrong("to=0000-01-01T00:00:00Z"),
      wrong("from=soon&to=late&interval=week&by=color&limit=0&page=2"),
      wrong("from=2026-11-21T00:00:00Z&to=2026-11-20T00:00:00Z"),
      wrong("interval=hour&from=2026-01-01T00:00:00Z&to=2026-11-20T00:00:00Z"),
      wrong(`from=${inMs(86_400_000)}`),
    ]);

    const undated = await Promise.all(["from=2026-11-23", "to=", "from=2026-02-30T00:00:00Z"].map(wrong));

    expect(undated.map((one) => [one.status, ...fieldsOf(one)])).toEqual([
      [400, "from"],
      [400, "to"],
      [400, "from"],
    ]);
    expect([ancient.status, ...fieldsOf(ancient)]).toEqual([400, "to"]);
    expect([all, backwards, long, future].map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect(fieldsOf(all).toSorted()).toEqual(["by", "from", "interval", "limit", "page", "to"]);
    expect([fieldsOf(backwards), fieldsOf(long), fieldsOf(future)]).toEqual([["to"], ["from"], ["from"]]);
  });
});
