import { expect, it } from "vitest";
import { isoDay } from "#shared/mail/read/absence/dates.ts";
import { waitOf } from "#shared/sending/waiting.ts";
import { answeredWorld } from "#test/support/answered-world.ts";
import type { Arrival } from "#test/support/inbox-store.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { smtpServers } from "#test/support/smtp-servers.ts";

const smtpServer = smtpServers();
const DAY_MS = 86_400_000;
const onAway = { wait: "until_return", else: "P7D" } as const;
const inDays = (days: number) => isoDay(Date.now() + days * DAY_MS);
const automatic = { "Auto-Submitted": "auto-replied" };
const note = (day: string): Arrival => ({ headers: automatic, body: `I am out of the office until ${day}.`, receivedAt: new Date() });

describeOnMongo("a follow-up to somebody who is away", (connect) => {
  const world = async () => {
    const made = await answeredWorld(connect, await smtpServer());
    const { rig, followUps } = made;
    const send = (await followUps({ cancelOn: undefined, onAway, to: { name: "", email: "jane@peer.test" } }))[0]!;
    /** Where it stands after a worker had it: its state, and the days until it leaves. */
    const delivered = async () => {
      await rig.deliver();
      const now = await rig.read(send);
      const days = now.status === "sent" ? 0 : Math.round(((now.scheduledAt?.getTime() ?? 0) - Date.now()) / DAY_MS);
      return { status: now.status, days, waitingFor: waitOf(now, { isDisconnected: false }, new Date()).waitingFor };
    };
    return { ...made, send, delivered };
  };
  const sent = { status: "sent", days: 0, waitingFor: "" };

  it("waits until after the return, without an attempt, and says so", async () => {
    const { rig, send, answer, delivered } = await world();
    answer(note(inDays(10)));

    const waits = await delivered();

    expect(waits).toMatchObject({ status: "scheduled", waitingFor: "away" });
    expect(waits.days).toBeGreaterThanOrEqual(11);
    expect(waits.days).toBeLessThanOrEqual(13);
    expect((await rig.read(send)).attempts).toBe(0);
  });

  it("waits as long as it is to when the note names no day", async () => {
    const { answer, delivered } = await world();
    answer({ ...note(""), body: "I am out of the office." });

    expect(await delivered()).toEqual({ status: "scheduled", days: 7, waitingFor: "away" });
  });

  it.each<[string, Arrival]>([
    ["is no recipient's", { ...note(inDays(10)), from: "Eve <eve@peer.test>" }],
    ["names no email of ours", { ...note(inDays(10)), inReplyTo: "" }],
    [
      "fails DMARC",
      { ...note(inDays(10)), headers: { ...automatic, "Authentication-Results": "mx.example.com; dmarc=fail header.from=peer.test" } },
    ],
    ["tells of no absence", { ...note(""), body: "We have received your request." }],
    ["is over", note(inDays(-3))],
  ])("leaves in spite of a note that %s", async (_what, arrival) => {
    const { answer, delivered } = await world();
    answer(arrival);

    // What is past is no day of a return, so that note counts as one without a day.
    expect(await delivered()).toEqual(_what === "is over" ? { status: "scheduled", days: 7, waitingFor: "away" } : sent);
  });

  it("follows the latest note", async () => {
    const { answer, delivered } = await world();
    answer({ ...note(inDays(10)), receivedAt: new Date(Date.now() - 60_000) });
    answer(note(inDays(30)));

    expect((await delivered()).days).toBeGreaterThanOrEqual(31);
  });

  it("leaves at the time that a person chose", async () => {
    const { rig, send, answer, delivered } = await world();
    answer(note(inDays(10)));
    await delivered();
    await rig.sends.move(send.userId, send.id, { time: { at: undefined } });

    expect(await delivered()).toEqual(sent);
    expect((await rig.read(send)).onAway).toBeUndefined();
  });
});
