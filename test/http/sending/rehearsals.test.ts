// shared/docs/guides/sequences.md, "Rehearse it": what waits is played with answers, as a test world would do it, and nothing live is touched.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ABSENT, aSender, asking, fieldsOf, inMs } from "#test/support/client.ts";
import { openTarget } from "#test/support/target.ts";
import { aTestWorld } from "#test/support/test-world.ts";

const HOUR = 3_600_000;
const window = { days: ["mon", "tue", "wed", "thu", "fri"], from: "09:00", to: "17:00", timezone: "Europe/Berlin" };
const people = [
  "jane",
  "reply-after-2h.ann",
  "bob",
  "bounce-after-1h.eve",
  "carol",
  "reply-after-50h.dan",
  "unsubscribe-after-3h.kim",
  "max",
].map((name) => `${name}@peer.test`);
/** A sequence of three for each, and a second email from elsewhere to the one that bounces and to the one that unsubscribes. */
const campaign = (mailbox: string, begins: number) => [
  // A minute apart, so that it is certain whom the daily limit makes wait.
  ...people.flatMap((to, index) => [
    {
      mailbox_id: mailbox,
      to,
      subject: "Offer",
      body_text: "Shall we talk?",
      body_html: "<p>Shall we talk?</p>",
      scheduled_at: new Date(begins + index * 60_000).toISOString(),
      window,
      unsubscribe: true,
    },
    { follows: index * 3, body_text: "Did you see this?", scheduled_after: "P2D", cancel_on: ["reply", "bounce"], window },
    { follows: index * 3 + 1, body_text: "A last word", scheduled_after: "P3D", cancel_on: ["reply"], window },
  ]),
  ...["bounce-after-1h.eve@peer.test", "unsubscribe-after-3h.kim@peer.test"].map((to) => ({
    mailbox_id: mailbox,
    to,
    subject: "Another",
    body_text: "Hello",
    scheduled_at: inMs(10 * 24 * HOUR),
  })),
];
const answers = [
  { from: "reply-after-2h.ann@peer.test", kind: "reply", after: "PT2H" },
  { from: "REPLY-after-50h.dan@peer.test", kind: "reply", after: "PT50H" },
  { from: "bounce-after-1h.eve@peer.test", kind: "bounce", after: "PT1H" },
  { from: "unsubscribe-after-3h.kim@peer.test", kind: "unsubscribe", after: "PT3H" },
];

const target = await openTarget();
const { ask, mailbox, account } = await aSender(target, 200);
const world = await aTestWorld(target, { credits: 200, mailbox: { max_daily_sends: 6 } });
afterAll(() => target.stop());

interface Calendar {
  readonly id: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly timezone: string;
  readonly emails: number;
  readonly leaves: number;
  readonly fails: number;
  readonly later: number;
  readonly unknown: number;
  readonly cancelled: Readonly<Record<string, number>>;
  readonly days: readonly { readonly day: string; readonly mailbox_id: string; readonly leaves: number }[];
}
interface Email extends Told {
  readonly id: string;
  readonly to_email: string;
}
interface Logged {
  readonly to_email: string;
  readonly subject: string;
  readonly status: string;
  readonly cancel_reason: string;
  readonly sent_at: string;
}
interface Told {
  readonly to: string;
  readonly subject: string;
  readonly ends: string;
  readonly reason: string;
  readonly at: string | undefined;
}
const told: { rehearsed: Told[]; played: Told[]; before: unknown; after: unknown; rehearsal: Calendar } = {} as never;
const emailsOf = async (id: string): Promise<readonly Email[]> => (await ask("GET", `/v1/rehearsals/${id}/emails?limit=200`)).body.emails;
const liveState = async () => {
  const paths = ["/v1/logs?limit=200", "/v1/credits", "/v1/events?limit=200", `/v1/mailboxes/${mailbox}/capacity`, "/v1/suppressions"];
  return Promise.all(paths.map(async (path) => (await ask("GET", path)).body));
};

beforeAll(async () => {
  await ask("PATCH", `/v1/mailboxes/${mailbox}`, { max_daily_sends: 6 });
  for (const one of [ask, world.ask]) expect((await one("PATCH", "/v1/account", { suppress_bounced: true })).status).toBe(200);
  const at = Date.now() + HOUR;
  const { body } = await ask("POST", "/v1/send/batch", { emails: campaign(mailbox, at) });
  expect(body.results.map(({ status }: { status: string }) => status)).toEqual(body.results.map(() => "scheduled"));
  await world.batch(campaign(world.mailbox, at));
  told.before = await liveState();
  told.rehearsal = (await ask("POST", "/v1/rehearsals", { for: "P21D", timezone: "Europe/Berlin", answers })).body;
  told.rehearsed = (await emailsOf(told.rehearsal.id)).map((one) => ({ ...one, to: one.to_email }));
  told.after = await liveState();
  for (let week = 0; week < 3; week += 1) await world.advance("P7D");
  const sent: readonly Logged[] = await world.get("/v1/logs?limit=200");
  told.played = sent.map(({ to_email: to, subject, status, cancel_reason, sent_at }) => ({
    to,
    subject,
    ends: { sent: "leaves", cancelled: "cancelled", failed: "fails", scheduled: "later", queued: "later" }[status]!,
    reason: cancel_reason,
    at: sent_at,
  }));
}, 300_000);

describe("a rehearsal", () => {
  it("ends each email as the test world does three weeks later", () => {
    const ends = (all: readonly Told[]) =>
      all.map(({ to, subject, ends, reason }) => [to, subject, ends, reason ?? ""].join(" | ")).toSorted();
    expect(told.rehearsed).toHaveLength(26);
    expect(ends(told.rehearsed)).toEqual(ends(told.played));
    expect(new Set(told.rehearsed.map(({ reason }) => reason))).toEqual(new Set(["", "replied", "bounced", "original", "suppressed"]));
  });

  it("says when each leaves, to some minutes", () => {
    const times = (all: readonly Told[]) =>
      all.flatMap(({ ends, at }) => (ends === "leaves" && at ? [Date.parse(at)] : [])).toSorted((a, b) => a - b);
    const [said, was] = [times(told.rehearsed), times(told.played)];
    expect(said.length).toBe(was.length);
    expect(Math.max(...said.map((at, index) => Math.abs(at - was[index]!)))).toBeLessThan(10 * 60_000);
  });

  it("sums it up by day and mailbox, in the zone, under the mailbox's daily limit", () => {
    const { emails, leaves, cancelled, fails, later, unknown, days, timezone } = told.rehearsal;
    const count = (ends: string) => told.rehearsed.filter((one) => one.ends === ends).length;
    expect([emails, leaves, fails, later, unknown, timezone]).toEqual([26, count("leaves"), 0, count("later"), 0, "Europe/Berlin"]);
    expect(Object.values(cancelled).reduce((a, b) => a + b)).toBe(count("cancelled"));
    expect(days.reduce((sum, one) => sum + one.leaves, 0)).toBe(leaves);
    for (const { day, mailbox_id, leaves: n } of days)
      expect([mailbox_id, n <= 6, /^\d{4}-\d\d-\d\d$/.test(day)]).toEqual([mailbox, true, true]);
  });

  it("changes nothing live: no email, no credit, no event, no suppression", () => {
    expect(told.after).toEqual(told.before);
  });

  it("draws the same answers from the same seed, others from another, and none without rates", async () => {
    const drawn = async (body: object) => {
      const { id } = (await ask("POST", "/v1/rehearsals", { rates: { reply: 0.5 }, ...body })).body;
      return (await emailsOf(id)).map(({ id: send, ends, at }) => `${send} ${ends} ${at}`);
    };
    const first = await drawn({ seed: "one" });
    expect(await drawn({ seed: "one" })).toEqual(first);
    expect(await drawn({ seed: "two" })).not.toEqual(first);
    expect((await ask("POST", "/v1/rehearsals", {})).body.cancelled).toEqual({});
    expect((await ask("POST", "/v1/rehearsals", { rates: { reply: 1 } })).body.cancelled).toMatchObject({ replied: expect.any(Number) });
  });

  it("is kept a day, and read in pages", async () => {
    const { id, created_at, expires_at } = told.rehearsal;
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(24 * HOUR);
    expect((await ask("GET", `/v1/rehearsals/${id}`)).body).toEqual(told.rehearsal);
    const pages = [];
    for (let start: number | undefined = 0; start !== undefined;) {
      const { body }: { body: { emails: unknown[]; next_start?: number } } = await ask(
        "GET",
        `/v1/rehearsals/${id}/emails?limit=10&start=${start}`,
      );
      pages.push(body.emails.length);
      start = body.next_start;
    }
    expect(pages).toEqual([10, 10, 6]);
  });
});

describe("a rehearsal is refused", () => {
  it.each([
    [{ for: "P22D" }, ["for"]],
    [{ for: "PT1S", timezone: "Berlin" }, ["for", "timezone"]],
    [{ mailbox_ids: [] }, ["mailbox_ids"]],
    [{ mailbox_ids: [ABSENT] }, ["mailbox_ids.0"]],
    [{ rates: { reply: 0.7, bounce: 0.4 } }, ["rates"]],
    [{ rates: { reply: -1, gone: 1 } }, ["rates.gone", "rates.reply"]],
    [{ answers: [{ from: "jane", kind: "maybe", after: "P1Y" }] }, ["answers.0.after", "answers.0.from", "answers.0.kind"]],
    [{ answers: [{ from: "jane@peer.test", kind: "reply", returns_on: "2026-12-01" }] }, ["answers.0.returns_on"]],
    [{ answers: [{ from: "jane@peer.test", kind: "away", returns_on: "2026-02-30" }] }, ["answers.0.returns_on"]],
    [{ after: "P1000D", seed: "x".repeat(65), more: 1 }, ["after", "more", "seed"]],
  ])("for %j", async (body, fields) => {
    const refused = await ask("POST", "/v1/rehearsals", body);
    expect([refused.status, fieldsOf(refused).toSorted()]).toEqual([400, fields]);
  });

  it("to a test key, to a bound key, and to one without read or admin", async () => {
    const key = async (more: object) => asking(target, (await ask("POST", "/v1/api-keys", { name: "other", ...more })).body.token);
    const paths = [["POST", "/v1/rehearsals", {}] as const, ["GET", `/v1/rehearsals/${told.rehearsal.id}`] as const];
    for (const [method, path, body] of paths) {
      expect((await (await key({ scopes: ["read", "admin"], mode: "test" }))(method, path, body)).status).toBe(403);
      expect((await (await key({ scopes: ["read", "admin"], mailbox_ids: [mailbox] }))(method, path, body)).status).toBe(404);
      expect((await (await key({ scopes: ["admin"] }))(method, path, body)).status).toBe(403);
      expect((await (await key({ scopes: ["read", "send"] }))(method, path, body)).status).toBe(403);
      expect((await (await key({ scopes: ["read", "admin"] }))(method, path, body)).status).toBeLessThan(300);
    }
  });

  it("to another account", async () => {
    const other = asking(target, world.account.key);
    for (const path of [`/v1/rehearsals/${told.rehearsal.id}`, `/v1/rehearsals/${told.rehearsal.id}/emails`])
      expect((await other("GET", path)).status).toBe(404);
    expect(fieldsOf(await other("POST", "/v1/rehearsals", { mailbox_ids: [mailbox] }))).toEqual(["mailbox_ids.0"]);
    expect(account.key).not.toBe(world.account.key);
  });
});
