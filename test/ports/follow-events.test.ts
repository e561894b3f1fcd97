import { ObjectId } from "mongodb";
import { expect, it } from "vitest";
import { followEvents } from "#infra/local/follow-events.ts";
import { type EventDocument, eventsOf } from "#shared/events/store/event-documents.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

describeOnMongo("the events on the terminal", (connect) => {
  let sequence = 0;
  const happen = async (...facts: readonly Pick<EventDocument, "type" | "data">[]) => {
    const at = new Date();
    const events = facts.map((fact) => ({
      ...fact,
      _id: new ObjectId(),
      userId: new ObjectId(),
      sequence: (sequence += 1),
      at,
      createdAt: at,
    }));
    await eventsOf(await connect()).insertMany(events);
  };
  const following = () => {
    const lines: [string, unknown][] = [];
    const log = { info: (event: string, fields: unknown) => void lines.push([event, fields]), warn: () => undefined };
    return { lines, ...followEvents(connect, log) };
  };

  it("are a line each, told once, and none from before", async () => {
    await happen({ type: "send.sent", data: { toEmail: "early@example.net" } });
    const { lines, look, stop } = following();
    await happen(
      {
        type: "send.bounced",
        data: { toEmail: "tom@example.net", subject: "Hello", bounceReason: "550 5.1.1 unknown", messageId: "<1@x>" },
      },
      { type: "message.received", data: { from: { name: "Jane", email: "jane@example.net" }, subject: "Re: Hello", snippet: "Yes" } },
    );
    await look();
    await look();
    await happen({ type: "send.sent", data: { toEmail: "late@example.net" } });
    await look();
    await stop();

    expect(lines).toEqual([
      ["send.bounced", { toEmail: "tom@example.net", subject: "Hello", bounceReason: "550 5.1.1 unknown" }],
      ["message.received", { from: "jane@example.net", subject: "Re: Hello" }],
      ["send.sent", { toEmail: "late@example.net" }],
    ]);
  });

  it("of a batch are one line with their number", async () => {
    const { lines, look, stop } = following();
    await happen(...Array.from({ length: 40 }, (_, n) => ({ type: "send.sent" as const, data: { toEmail: `${n}@example.net` } })));
    await look();
    await stop();

    expect(lines).toEqual([["send.sent", { count: 40 }]]);
  });
});
