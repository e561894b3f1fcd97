// The pace of a mailbox as a client sees it (docs/scheduling, "Pace").
import { afterAll, describe, expect, it } from "vitest";
import { aSender, fieldsOf, until } from "#test/support/client.ts";
import { openTarget } from "#test/support/target.ts";

const target = await openTarget();
afterAll(() => target.stop());
const { ask, anEmail, send, record, reaching, connected } = await aSender(target, 1_000);

const HOUR_MS = 3_600_000;
const workday = { days: ["mon", "tue"], from: "09:00", to: "17:00", timezone: "Europe/Berlin" };
const pace = { min_gap: { from: "PT60S", to: "PT3M" }, max_hourly_sends: 20, ramp: { from: 20, by: 5, to: 80 }, workday };
const fromNow = (date: string) => Date.parse(date) - Date.now();
const patch = (id: string, body: object) => ask("PATCH", `/v1/mailboxes/${id}`, body);

describe("a mailbox's pace", () => {
  it("is in its record and its capacity, and null removes each", async () => {
    const id = await connected("pace@sandbox.test");
    const { status, body } = await patch(id, pace);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...pace, ramp: { ...pace.ramp, since: expect.any(String) } });
    expect(await ask("GET", `/v1/mailboxes/${id}/capacity`)).toMatchObject({ body: { ...pace, max_daily_sends: 500, max_daily_now: 20 } });

    const again = await patch(id, { ramp: pace.ramp });
    expect(again.body.ramp.since).toBe(body.ramp.since);
    const none = await patch(id, { min_gap: null, max_hourly_sends: null, ramp: null, workday: null });
    for (const name of Object.keys(pace)) expect(none.body).not.toHaveProperty(name);
  });

  it.each<readonly [string, object, readonly string[]]>([
    ["a gap that is no duration", { min_gap: "90 seconds" }, ["min_gap"]],
    ["a gap of nothing", { min_gap: "PT0S" }, ["min_gap"]],
    ["a gap of weeks", { min_gap: "P2W" }, ["min_gap"]],
    ["a gap from more to less", { min_gap: { from: "PT3M", to: "PT1M" } }, ["min_gap.to"]],
    ["a gap between words", { min_gap: { from: "x", to: "y" } }, ["min_gap.from", "min_gap.to"]],
    ["no email in an hour", { max_hourly_sends: 0 }, ["max_hourly_sends"]],
    ["half an email", { max_hourly_sends: 1.5 }, ["max_hourly_sends"]],
    ["a ramp that falls", { ramp: { from: 20, by: 5, to: 10 } }, ["ramp.to"]],
    ["a ramp that stands", { ramp: { from: 20, by: 0, to: 80 } }, ["ramp.by"]],
    ["a ramp without its end", { ramp: { from: 20, by: 5 } }, ["ramp.to"]],
    ["a workday in no zone", { workday: { ...workday, timezone: "Europe/Berlyn" } }, ["workday.timezone"]],
    ["a workday without days", { workday: { ...workday, days: [] } }, ["workday.days"]],
    ["a workday that ends before it begins", { workday: { ...workday, from: "17:00", to: "09:00" } }, ["workday.to"]],
    [
      "all of these",
      { min_gap: "x", max_hourly_sends: -1, ramp: { from: 2, by: 1, to: 1 }, workday: { ...workday, days: [] } },
      ["max_hourly_sends", "min_gap", "ramp.to", "workday.days"],
    ],
  ])("refuses %s, and names the field", async (_, body, fields) => {
    const refused = await patch(await mailbox, body);
    expect(refused.status).toBe(400);
    expect(refused.body.details.map(({ field }: { readonly field: string }) => field).toSorted()).toEqual(fields);
  });
  const mailbox = connected("refusing@sandbox.test");

  it("refuses an email whose window never meets the workday, alone and in a batch", async () => {
    const id = await connected("meets@sandbox.test");
    await patch(id, { workday });
    const weekend = { days: ["sat", "sun"], from: "00:00", to: "24:00", timezone: "Europe/Berlin" };
    const email = anEmail({ mailbox_id: id, window: weekend });
    expect(fieldsOf(await send(email))).toEqual(["window"]);
    const { body } = await ask("POST", "/v1/send/batch", { emails: [email, { ...email, window: { ...weekend, days: ["mon"] } }] });
    expect(body.results.map(({ error }: { error: string }) => error)).toEqual([expect.stringContaining("never meets"), ""]);
    await ask("POST", "/v1/send/cancel", { ids: [body.results[1].id] });
  });

  it("holds what waits, says so, and a change holds at once", async () => {
    const id = await connected("paced@sandbox.test");
    await patch(id, { min_gap: "PT1H" });
    const first = await send(anEmail({ mailbox_id: id }));
    await reaching(first.body.id, "sent");
    const second = await send(anEmail({ mailbox_id: id }));
    const waits = await until(async () => {
      const found = await record(second.body.id);
      return found.waiting_for === "pace" ? found : undefined;
    });
    expect(fromNow(waits.eta)).toBeGreaterThan(HOUR_MS - 60_000);
    expect(fromNow(waits.eta)).toBeLessThanOrEqual(HOUR_MS + 2_000);
    expect(await ask("GET", `/v1/mailboxes/${id}/capacity`)).toMatchObject({
      body: { paused_for: "pace", min_gap: "PT1H", sent_in_hour: 1, waiting: 1, last_leaves_at: waits.eta },
    });

    await patch(id, { min_gap: null });
    expect(await reaching(second.body.id, "sent")).not.toHaveProperty("waiting_for", "pace");
  });
});
