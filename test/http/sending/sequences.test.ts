// api/README.md, "When a send leaves": sequences and times on the wall over HTTP.
import { afterAll, describe, expect, it } from "vitest";
import { openTarget } from "#test/support/target.ts";
import { aSender, fieldsOf, inMs, until } from "#test/support/client.ts";

const HOUR = 3_600_000;

const target = await openTarget();
afterAll(() => target.stop());
const { ask, anEmail, send, batch, record, reaching } = await aSender(target, 100);

describe("a sequence in one batch", () => {
  const window = { days: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"], from: "00:00", to: "24:00", timezone: "Europe/Berlin" };

  it("is as the guide says: each reminder waits for the email before it, and an answer ends it", async () => {
    const reminder = { body_text: "Did you see this?", scheduled_after: "PT4H", cancel_on: ["reply"], window };
    const { body } = await batch([
      anEmail({ to: "reply.sequence@sandbox.test" }),
      { ...reminder, follows: 0 },
      { ...reminder, follows: 1 },
    ]);

    expect(body.results.map(({ status, to }: { status: string; to: string }) => [status, to])).toEqual([
      ["queued", "reply.sequence@sandbox.test"],
      ["scheduled", "reply.sequence@sandbox.test"],
      ["scheduled", "reply.sequence@sandbox.test"],
    ]);
    const [root, second] = body.results.map(({ id }: { id: string }) => id);
    const sent = await reaching(root, "sent");
    expect(await record(second)).toMatchObject({ subject: "Re: Hi", in_reply_to: sent.message_id, thread_id: sent.thread_id, window });
    const ended = await until(async () => {
      await ask("GET", "/v1/inbox/messages?fresh=true");
      const found = await record(second);
      return found.status === "cancelled" ? found : undefined;
    });
    expect(ended).toMatchObject({ cancel_reason: "replied", scheduled_after: "PT4H" });
  });

  it("keeps a time on the wall as it was given", async () => {
    const send_at = { local: inMs(48 * HOUR).slice(0, 16), timezone: "Asia/Kathmandu" };
    const { body } = await send(anEmail({ send_at, window }));

    const given = await record(body.id);
    expect(given).toMatchObject({ status: "scheduled", send_at, window, waiting_for: "" });
    expect(Date.parse(given.scheduled_at)).toBe(Date.parse(`${send_at.local}:00+05:45`));
    expect(fieldsOf(await send(anEmail({ send_at, scheduled_at: inMs(HOUR) })))).toEqual(["scheduled_at", "send_at"]);
  });
});
