// What a mailbox may send, has sent and has waiting, as a client sees it (api/README.md, "Mailboxes").
import { afterAll, describe, expect, it } from "vitest";
import { ABSENT, aSender, until } from "#test/support/client.ts";
import { openTarget } from "#test/support/target.ts";

const target = await openTarget();
afterAll(() => target.stop());
const { ask, anEmail, batch, send, record, reaching, connected } = await aSender(target, 1_000);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const capacityOf = async (id: string) => (await ask("GET", `/v1/mailboxes/${id}/capacity`)).body;
const capped = async (address: string, most: number): Promise<string> => {
  const id = await connected(address);
  await ask("PATCH", `/v1/mailboxes/${id}`, { max_daily_sends: most });
  return id;
};
const total = (hours: readonly { readonly count: number }[]) => hours.reduce((sum, { count }) => sum + count, 0);
const fromNow = (date: string) => Date.parse(date) - Date.now();

describe("GET /v1/mailboxes/{id}/capacity", () => {
  it("tells of a mailbox that has done nothing", async () => {
    const id = await connected("idle@sandbox.test");

    expect(await capacityOf(id)).toEqual({
      mailbox_id: id,
      max_daily_sends: 500,
      max_daily_now: 500,
      sent_in_day: 0,
      sent_in_hour: 0,
      sent_by_hour: [],
      waiting: 0,
      leaves_by_hour: [],
      is_partial: false,
      paused_for: "",
      refused_by_hour: [],
    });
  });

  it("tells of a full one when the last of its mail leaves, as each email's eta does", async () => {
    const id = await capped("full@sandbox.test", 2);
    const { body } = await batch(Array.from({ length: 6 }, () => anEmail({ mailbox_id: id })));
    const ids: string[] = body.results.map((result: { id: string }) => result.id);

    const full = await until(async () => {
      const found = await capacityOf(id);
      return found.sent_in_day === 2 && found.paused_for === "daily_limit" ? found : undefined;
    });

    expect(full).toMatchObject({ max_daily_sends: 2, waiting: 4, is_partial: false });
    expect(total(full.sent_by_hour)).toBe(2);
    expect(total(full.leaves_by_hour)).toBe(2);
    expect(fromNow(full.paused_until)).toBeLessThanOrEqual(300_000);
    expect(fromNow(full.last_leaves_at)).toBeGreaterThan(2 * DAY_MS - 60_000);
    expect(fromNow(full.last_leaves_at)).toBeLessThanOrEqual(2 * DAY_MS);
    const records = await Promise.all(ids.map(record));
    const etas = records.flatMap(({ eta }) => (eta === undefined ? [] : [Date.parse(eta)])).toSorted((a, b) => a - b);
    expect(etas.map((at) => Math.round((at - Date.now()) / DAY_MS))).toEqual([1, 1, 2, 2]);
    expect(etas.at(-1)).toBe(Date.parse(full.last_leaves_at));
  });

  it("follows a raised cap, a cancel and a schedule at once", async () => {
    const id = await capped("changing@sandbox.test", 1);
    const sent = await send(anEmail({ mailbox_id: id }));
    await reaching(sent.body.id, "sent");
    const waits = await send(anEmail({ mailbox_id: id }));
    const at = new Date(Date.now() + 3 * DAY_MS).toISOString();
    const scheduled = await send(anEmail({ mailbox_id: id, scheduled_at: at }));
    expect(await capacityOf(id)).toMatchObject({ waiting: 2, last_leaves_at: at });

    await ask("POST", `/v1/send/${scheduled.body.id}/cancel`);

    const left = await capacityOf(id);
    expect(left).toMatchObject({ waiting: 1 });
    expect(Math.round(fromNow(left.last_leaves_at) / DAY_MS)).toBe(1);
    await ask("PATCH", `/v1/mailboxes/${id}`, { max_daily_sends: 5 });
    await reaching(waits.body.id, "sent");
    expect((await capacityOf(id)).last_leaves_at).toBeUndefined();
  });

  it("has what the server refused for now in its own words", async () => {
    const id = await connected("refused@sandbox.test");
    await send(anEmail({ mailbox_id: id, to: "later.jane@sandbox.test" }));

    const refused = await until(async () => {
      const found = await capacityOf(id);
      return found.refused_by_hour[0] && found;
    });

    expect(refused.refused_by_hour).toEqual([
      { hour: expect.stringMatching(/:00:00\.000Z$/), count: 1, replies: ["451 4.7.1 try again later"] },
    ]);
    expect(refused).toMatchObject({ sent_in_day: 0, waiting: 1 });
    expect(fromNow(refused.last_leaves_at)).toBeGreaterThan(0);
  });

  it("returns 404 for a mailbox that is not there, 400 for no id", async () => {
    expect((await ask("GET", `/v1/mailboxes/${ABSENT}/capacity`)).status).toBe(404);
    expect((await ask("GET", "/v1/mailboxes/x/capacity")).status).toBe(400);
  });
});

describe("eta", () => {
  it("is the time of a scheduled email, also when it moves, and absent in the log and after it left", async () => {
    const [first, second] = [HOUR_MS, 2 * HOUR_MS].map((ms) => new Date(Date.now() + ms).toISOString());
    const { body } = await send(anEmail({ scheduled_at: first }));
    expect(await record(body.id)).toMatchObject({ eta: first, next_attempt_at: first });

    expect((await ask("PATCH", `/v1/send/${body.id}`, { scheduled_at: second })).body).toMatchObject({ eta: second });

    expect((await ask("GET", "/v1/logs?limit=1")).body[0].eta).toBeUndefined();
    await ask("PATCH", `/v1/send/${body.id}`, { scheduled_at: new Date().toISOString() });
    expect((await reaching(body.id, "sent")).eta).toBeUndefined();
  });

  it("counts the window into which the daily limit pushes an email", async () => {
    const id = await capped("windowed@sandbox.test", 1);
    await reaching((await send(anEmail({ mailbox_id: id }))).body.id, "sent");
    const opens = new Date(Date.now() + 30 * HOUR_MS);
    const weekday = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"][opens.getUTCDay()];
    const window = { days: [weekday], from: `${opens.toISOString().slice(11, 13)}:00`, to: "24:00", timezone: "UTC" };
    const { body } = await send(anEmail({ mailbox_id: id, window }));

    expect((await record(body.id)).eta).toBe(`${opens.toISOString().slice(0, 13)}:00:00.000Z`);
  });
});
