// oxlint-disable-next-line import/no-unassigned-import -- it runs before the modules that need it
import "./in-browser.ts";
import { describe, expect, it } from "vitest";
import type { Event, Send, ThreadMessage } from "#shared/client/index.ts";
import { cancelAll, cancelMatching, moveAll } from "#shared/console/screens/sends/bulk-bar.tsx";
import { addressOf, filterOf, logQuery, noFilter, shownState } from "#shared/console/screens/sends/filters.ts";
import { timelineOf } from "#shared/console/screens/send/timeline.ts";
import { exampleRecord } from "#shared/sending/contract/send-record.ts";

const send = (changes: Partial<Send>): Send => ({ ...exampleRecord, ...changes });
const { sent_at: _, ...unsent } = exampleRecord;
const waiting = (changes: Partial<Send>): Send => ({ ...unsent, status: "queued", attempts: 0, ...changes });
const titles = (record: Send, events: readonly Event[] = [], messages: readonly ThreadMessage[] = []) =>
  timelineOf(record, events, messages).map(({ title }) => title);
const message = (changes: object): ThreadMessage =>
  ({
    id: "msg",
    direction: "inbound",
    kind: "reply",
    email_job_id: exampleRecord.id,
    from: { name: "Jane", email: "jane@x.test" },
    date: "2026-11-21T10:00:00.000Z",
    snippet: "Tuesday is fine",
    ...changes,
  }) as unknown as ThreadMessage;

describe("the timeline of a send", () => {
  it("begins when it was accepted and ends when the server took it", () => {
    expect(titles(send({}))).toEqual(["Accepted and paid for", "Sent"]);
  });

  it("has the attempts and the server's words of one that waits", () => {
    const record = waiting({ attempts: 2, waiting_for: "retry", last_error: "451 try later", next_attempt_at: "2026-11-21T09:40:00.000Z" });

    expect(timelineOf(record, [], []).at(-1)).toMatchObject({
      title: "Waits for the next attempt",
      at: record.next_attempt_at,
      detail: "Tried 2 times, at most 12",
      words: "451 try later",
    });
  });

  it("says when it is expected to leave, unless that is its time", () => {
    const at = "2026-11-22T09:40:00.000Z";

    expect(timelineOf(waiting({ waiting_for: "daily_limit", eta: at }), [], []).at(-1)).toMatchObject({ title: "Expected to leave", at });
    expect(titles(waiting({ status: "scheduled", scheduled_at: at, eta: at }))).toEqual(["Accepted and paid for", "Leaves as scheduled"]);
  });

  it("says when a scheduled one leaves, in its own zone and hours", () => {
    const record = waiting({
      status: "scheduled",
      scheduled_at: "2026-12-01T08:00:00.000Z",
      send_at: { local: "2026-12-01T09:00", timezone: "Europe/Berlin" },
      window: { days: ["mon", "tue"], from: "09:00", to: "17:00", timezone: "Europe/Berlin" },
    });

    expect(timelineOf(record, [], []).slice(1)).toEqual([
      {
        title: "Leaves as scheduled",
        tone: "waiting",
        at: "2026-12-01T08:00:00.000Z",
        detail: "2026-12-01 09:00 in Europe/Berlin; only Mon, Tue from 09:00 to 17:00, Europe/Berlin",
      },
    ]);
  });

  it("has the time for which a cancelled one was scheduled before its cancel", () => {
    const at = "2026-11-21T09:35:00.000Z";
    const event = { id: "e", type: "send.cancelled", sequence: 1, created_at: at, data: { id: exampleRecord.id } } as Event;
    const record = waiting({ status: "cancelled", scheduled_at: "2026-12-01T08:00:00.000Z" });

    expect(titles(record, [event])).toEqual(["Accepted and paid for", "Scheduled for", "Cancelled by a request"]);
  });

  it.each([
    ["daily_limit", "Waits: the mailbox has sent its daily limit"],
    ["pace", "Waits: the mailbox keeps its pace"],
    ["reconnect", "Waits until the mailbox is connected again"],
    ["original", "Waits for the email that it follows"],
  ] as const)("says what it waits for: %s", (waiting_for, title) => expect(titles(waiting({ waiting_for })).at(-1)).toBe(title));

  it("has each bounce in the server's words", () => {
    const bounces = [
      {
        email: "a@x.test",
        reason: "no such user",
        class: "unknown_user" as const,
        permanent: true,
        status: "5.1.1",
        diagnostic: "550 5.1.1 no such user here",
        proven: true,
        at: "2026-11-21T09:31:00.000Z",
      },
      { email: "", reason: "mailbox full", permanent: false, proven: false, at: "2026-11-21T09:32:00.000Z" },
    ];

    expect(timelineOf(send({ bounces, bounced_at: bounces[0]!.at, bounce_reason: "x" }), [], []).slice(2)).toMatchObject([
      { title: "Bounced: a@x.test (5.1.1)", words: "550 5.1.1 no such user here", tone: "bad", at: bounces[0]!.at },
      {
        title: "Bounced for now",
        words: "mailbox full",
        detail: "It may pass: try again later. The report does not prove that it is about this email.",
      },
    ]);
  });

  it("has the bounce of an older record", () => {
    expect(timelineOf(send({ bounced_at: "2026-11-21T09:31:00.000Z", bounce_reason: "gone" }), [], []).at(-1)).toMatchObject({
      title: "Bounced",
      words: "gone",
    });
  });

  it("has the answers of its conversation, and no other send's", () => {
    const messages = [
      message({}),
      message({ id: "auto", kind: "auto_reply", date: "2026-11-21T09:45:00.000Z" }),
      message({ email_job_id: "other" }),
      message({ kind: "bounce" }),
    ];

    expect(timelineOf(send({ replied_at: "2026-11-21T10:00:00.000Z" }), [], messages).slice(2)).toMatchObject([
      { title: "Automatic answer by Jane", messageId: "auto" },
      { title: "Answered by Jane", messageId: "msg", detail: "Tuesday is fine", tone: "good" },
    ]);
  });

  it("says that it was answered when the conversation cannot be read", () => {
    expect(titles(send({ replied_at: "2026-11-21T10:00:00.000Z" })).at(-1)).toBe("Answered");
  });

  it("knows from the events when it was cancelled, and from the record why", () => {
    const at = "2026-11-21T09:35:00.000Z";
    const event = { id: "e", type: "send.cancelled", sequence: 1, created_at: at, data: { id: exampleRecord.id } } as Event;

    const record = waiting({ status: "cancelled", cancel_reason: "replied" });

    expect(
      timelineOf(record, [event, { ...event, created_at: "2026-11-21T09:36:00.000Z", data: { id: "other" } } as Event], []).at(-1),
    ).toMatchObject({
      title: "Cancelled because the recipient answered",
      at,
    });
    expect(timelineOf(record, [], []).at(-1)?.at).toBeUndefined();
  });

  it("has the reply of the server that refused it, and who was refused", () => {
    const refused = [{ email: "a@x.test", reply: "550 no" }];

    expect(timelineOf(waiting({ status: "failed", attempts: 1, last_error: "550 no", refused }), [], []).slice(1)).toMatchObject([
      { title: "Failed", words: "550 no", detail: "Tried once, at most 12" },
      { title: "The server refused a@x.test", words: "550 no" },
    ]);
  });

  it("has refused and deferred recipients of one that was sent, and a complaint", () => {
    const record = send({
      refused: [{ email: "a@x.test", reply: "550 no" }],
      deferred: [{ email: "b@x.test", reply: "451 later" }],
      complained_at: "2026-11-22T09:00:00.000Z",
    });

    expect(titles(record).slice(2)).toEqual([
      "The server refused a@x.test",
      "A recipient marked it as spam",
      "Tries again to reach b@x.test",
    ]);
  });
});

describe("the log's filter", () => {
  it("stands in the address and comes back from it", () => {
    const filter = { ...noFilter, status: "failed", metadata: "campaign=a&b, x=1", to: "a+b@x.test" };

    expect(filterOf(Object.fromEntries(new URLSearchParams(addressOf(filter))))).toEqual(filter);
    expect(addressOf(noFilter)).toBe("");
  });

  it("becomes the API's query, with whole days in the reader's zone", () => {
    const filter = {
      ...noFilter,
      mailbox: "m1",
      tag: " vip ",
      metadata: "campaign=spring",
      from: "2026-11-01",
      until: "2026-11-02",
      result: "unanswered",
    };

    expect(logQuery(filter)).toEqual({
      mailbox_id: "m1",
      tag: "vip",
      metadata: { campaign: "spring" },
      since: new Date(2026, 10, 1).toISOString(),
      until: new Date(2026, 10, 3).toISOString(),
      replied: false,
    });
  });

  it("leaves out what is no day", () => expect(logQuery({ ...noFilter, from: "x" }).since).toBeUndefined());
});

describe("the state that a row shows", () => {
  it.each([
    [{}, "sent"],
    [{ replied_at: "2026-11-21T10:00:00.000Z" }, "answered"],
    [{ replied_at: "2026-11-21T10:00:00.000Z", bounced_at: "2026-11-21T10:00:00.000Z" }, "bounced"],
    [{ complained_at: "2026-11-21T10:00:00.000Z" }, "complained"],
    [{ status: "failed" as const }, "failed"],
  ])("of %j is %s", (changes, state) => expect(shownState(send(changes))).toBe(state));
});

describe("many at once", () => {
  const ids = Array.from({ length: 2_100 }, (_, index) => `s${index}`);

  it("are cancelled a thousand at a time, and each that could not be has its reason", async () => {
    const sizes: number[] = [];
    const done = await cancelAll(async (request) => {
      sizes.push(request.ids!.length);
      if (sizes.length === 2) throw new Error("503 not available");
      return { results: request.ids!.map((id) => ({ id, status: "sent" as const, error: id === "s1" ? "was sent" : "" })), remaining: 0 };
    }, ids);

    expect(sizes).toEqual([1_000, 1_000, 100]);
    expect(done.map(({ id }) => id)).toEqual(ids);
    expect(done[1]).toEqual({ id: "s1", problem: "was sent" });
    expect(done.filter(({ problem }) => problem === "not available")).toHaveLength(1_000);
  });

  const step = (cancelled: number, remaining: number) => ({
    results: Array.from({ length: cancelled }, (_, index) => ({ id: `s${index}`, status: "cancelled" as const, error: "" })),
    remaining,
  });

  it("are cancelled by their metadata until none waits", async () => {
    const steps = [step(1_000, 700), step(700, 0)];
    const asked: unknown[] = [];

    const answer = await cancelMatching(async (request) => (asked.push(request), steps.shift()!), { campaign: "spring" });

    expect(answer).toEqual({ cancelled: 1_700, remaining: 0 });
    expect(asked).toEqual([{ metadata: { campaign: "spring" } }, { metadata: { campaign: "spring" } }]);
  });

  it("are not asked for again while workers have the rest", async () => {
    const steps = [step(3, 2), step(0, 2)];

    expect(await cancelMatching(async () => steps.shift()!, {})).toEqual({ cancelled: 3, remaining: 2 });
  });

  it("are moved a few at the same time, in order, and one failure stops no other", async () => {
    let [now, most] = [0, 0];
    const done = await moveAll(
      async (id) => {
        most = Math.max(most, (now += 1));
        await Promise.resolve();
        now -= 1;
        if (id === "s3") throw Object.assign(new Error("409 cannot be changed"), { details: "it is sent" });
        return send({ id });
      },
      ids.slice(0, 20),
      { scheduled_at: "2026-12-01T09:00:00Z" },
    );

    expect(most).toBe(6);
    expect(done.map(({ id, problem }) => (problem === "" ? id : problem))).toEqual(
      ids.slice(0, 20).map((id) => (id === "s3" ? "cannot be changed: it is sent" : id)),
    );
  });
});
