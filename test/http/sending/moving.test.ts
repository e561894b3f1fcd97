// api/README.md, "Sending": PATCH /v1/send/{id}, over HTTP.
import { afterAll, describe, expect, it } from "vitest";
import { openTarget } from "#test/support/target.ts";
import { aSender, fieldsOf, inMs } from "#test/support/client.ts";

const target = await openTarget();
afterAll(() => target.stop());
const { ask, later, send, reaching, balance } = await aSender(target, 10);

describe("moving", () => {
  it("takes the wall clock of a place and a window in place of its own, and names what does not go together", async () => {
    const { id } = (await send(later())).body;
    const patch = (body: unknown) => ask("PATCH", `/v1/send/${id}`, body);
    const day = inMs(86_400_000).slice(0, 10);
    const send_at = { local: `${day}T09:00`, timezone: "Europe/Berlin" };
    const window = { days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], from: "12:00", to: "13:00", timezone: "UTC" };

    expect((await patch({ send_at })).body).toMatchObject({ status: "scheduled", send_at });
    expect((await patch({ window })).body).toMatchObject({ scheduled_at: `${day}T12:00:00.000Z`, send_at, window });
    expect((await patch({ window: null })).body).not.toHaveProperty("window");
    expect(fieldsOf(await patch({ send_at, scheduled_at: inMs(7_200_000) }))).toEqual(["scheduled_at", "send_at"]);
    expect(fieldsOf(await patch({ send_at: { local: "2020-01-01T09:00", timezone: "UTC" } }))).toEqual(["send_at.local"]);
    expect(fieldsOf(await patch({ send_at: { local: "tomorrow", timezone: "Mars" } }))).toEqual(["send_at.local", "send_at.timezone"]);
    expect(fieldsOf(await patch({ window: { ...window, to: "11:00" } }))).toEqual(["window.to"]);
    expect((await ask("POST", `/v1/send/${id}/cancel`)).status).toBe(200);
  });

  it("moves a scheduled send forth and back without a charge, names fields at fault, and is 409 once it left", async () => {
    const { id } = (await send(later())).body;
    const before = await balance();
    const patch = (body: unknown) => ask("PATCH", `/v1/send/${id}`, body);
    const scheduled_at = inMs(7_200_000);

    expect((await patch({ scheduled_at, send_before: inMs(9_000_000) })).body).toMatchObject({ id, status: "scheduled", scheduled_at });
    expect(fieldsOf(await patch({}))).toEqual(["scheduled_at"]);
    expect(fieldsOf(await patch({ scheduled_at: inMs(-3_600_000), send_before: inMs(-1), sender: "x" }))).toEqual([
      "scheduled_at",
      "send_before",
      "sender",
    ]);
    expect(fieldsOf(await patch({ send_before: inMs(3_600_000) }))).toEqual(["send_before"]);
    expect((await patch({ scheduled_at: inMs(-1_000) })).status).toBe(200);
    await reaching(id, "sent");

    const { status, body } = await patch({ scheduled_at: inMs(3_600_000) });
    expect([status, body.details]).toEqual([409, "the send is sent"]);
    expect(await balance()).toBe(before);
  });
});
