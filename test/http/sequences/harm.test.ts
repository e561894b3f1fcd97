// Guide "numbers": emails that did not leave, or left later, because somebody was respected, as their records and events say.
import { afterAll, expect, it } from "vitest";
import { openTarget } from "#test/support/target.ts";
import { aTestWorld } from "#test/support/test-world.ts";

const target = await openTarget();
afterAll(() => target.stop());

it("is counted by why each email did not leave, or left later", async () => {
  const world = await aTestWorld(target);
  expect((await world.ask("PATCH", "/v1/account", { suppress_asked: true })).status).toBe(200);
  const write = async (to: string, followUp: object): Promise<string> => {
    const emails = [
      { mailbox_id: world.mailbox, to, subject: "An offer", body_text: "Shall we talk?" },
      { follows: 0, body_text: "Well?", scheduled_after: "P1D", ...followUp },
    ];
    return (await world.post("/v1/send/batch", { emails })).results[1].id;
  };
  const asked = await write("unsubscribe.a@example.com", {});
  const answered = await write("reply.b@example.com", { cancel_on: ["reply"] });
  const moved = await write("away.c@example.com", { on_away: { wait: "until_return", else: "P7D" } });
  await world.advance("P30D");

  expect((await world.record(asked)).cancel_reason).toBe("asked");
  expect((await world.record(answered)).cancel_reason).toBe("replied");
  expect(await world.record(moved)).toMatchObject({ status: "sent", away_until: expect.stringMatching(/^20/) });
  const { events } = await world.get("/v1/events?limit=200");
  const told = events.filter(({ data }: { data: { away_until?: string } }) => data.away_until);
  expect(told.map(({ type, data }: { type: string; data: { id: string } }) => [type, data.id])).toEqual([["send.sent", moved]]);
  const { totals: total } = await world.get("/v1/metrics?interval=day");
  expect(total).toMatchObject({
    prevented_asked: 1,
    prevented_answered: 1,
    prevented_moved: 1,
    prevented_suppressed: 0,
    prevented_away: 0,
    prevented_bounced: 0,
    prevented_contacted: 0,
  });
});

it("is counted when somebody had been contacted, in each way of writing", async () => {
  const world = await aTestWorld(target);
  const limit = { max_contacts: { per: "address", count: 1, within: "P14D" } };
  expect((await world.ask("PATCH", "/v1/account", limit)).status).toBe(200);
  const offer = (to: string) => ({ mailbox_id: world.mailbox, to, subject: "An offer", body_text: "Shall we talk?", tags: ["june"] });
  await world.post("/v1/send", offer("a@example.com"));
  expect((await world.ask("POST", "/v1/send", offer("a@example.com"))).status).toBe(409);
  const batch = { emails: [offer("a@example.com"), offer("b@example.com"), { follows: 0, body_text: "Well?", scheduled_after: "P1D" }] };
  expect((await world.post("/v1/send/batch", batch)).results.map(({ status }: { status: string }) => status)).toHaveLength(3);
  const { totals } = await world.get("/v1/metrics?interval=day");
  expect(totals).toMatchObject({ accepted: 2, prevented_contacted: 2 });
  for (const [by, key] of [
    ["mailbox", world.mailbox],
    ["tag", "june"],
    ["kind", "first"],
  ]) {
    const { metrics } = await world.get(`/v1/metrics?interval=day&by=${by}`);
    const row = metrics.find((one: { key: string }) => one.key === key);
    expect(row, by).toMatchObject({ prevented_contacted: 2 });
  }
});
