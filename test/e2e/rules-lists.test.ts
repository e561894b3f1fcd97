// contract/README.md, "Ground rules" and "Sending": metadata, filters, pages and bulk work, each rule over HTTP.
import { afterAll, describe, expect, it } from "vitest";
import { openTarget } from "../contract/target.ts";
import { aSender, fieldsOf, until } from "../support/rules.ts";

const target = await openTarget();
afterAll(() => target.stop());
const { ask, anEmail, later, send, batch, followUp, record, reaching } = await aSender(target, 10_000);

const idsOf = async (query: string): Promise<string[]> => (await ask("GET", `/v1/logs?${query}`)).body.map(({ id }: { id: string }) => id);

describe("metadata", () => {
  it("comes back in records, the log and events from each way to send, and never in the mail", async () => {
    const metadata = { campaign: "first", "contact-id": "zebra-77" };
    const sent = await send(anEmail({ to: "reply.metadata@sandbox.test", metadata }));
    const { body } = await batch([later({ metadata: { campaign: "first", step: "2" } }), anEmail({ metadata: { "a.b": "x" } })]);
    const follows = await followUp(sent.body.id, { body_text: "And?", metadata: { campaign: "first", step: "3" } });
    const forward = await until(async () => {
      const { body: inbox } = await ask("GET", `/v1/inbox/messages?fresh=true&email_job_id=${sent.body.id}`);
      return inbox.messages[0];
    });
    const [reply, forwarded] = await Promise.all([
      ask("POST", `/v1/inbox/messages/${forward.id}/reply`, { body_text: "Good", metadata: { campaign: "first", step: "4" } }),
      ask("POST", `/v1/inbox/messages/${forward.id}/forward`, { to: "boss@sandbox.test", metadata: { campaign: "first", step: "5" } }),
    ]);

    const ids = [sent, { body: body.results[0] }, follows, reply, forwarded].map((answer) => answer.body.id);
    expect(body.results[1]).toMatchObject({ status: "failed", details: [{ field: "metadata.a.b" }] });
    expect(await reaching(ids[0], "sent")).toMatchObject({ metadata });
    expect((await idsOf("metadata[campaign]=first")).toSorted()).toEqual(ids.toSorted());
    expect(await idsOf("metadata[campaign]=first&metadata[step]=4")).toEqual([ids[3]]);
    expect((await idsOf("metadata[campaign]=first&kind=reply")).toSorted()).toEqual([ids[2], ids[3]].toSorted());
    expect(await idsOf("metadata[campaign]=first&kind=forward")).toEqual([ids[4]]);
    expect(await idsOf("metadata[campaign]=first&replied=true&bounced=false")).toEqual([ids[0]]);
    const { thread_id: threadId } = await record(ids[0]);
    expect((await idsOf(`thread_id=${threadId}`)).toSorted()).toEqual([ids[0], ids[2], ids[3]].toSorted());
    const events = (await ask("GET", "/v1/events?type=send.sent")).body.events;
    expect(events.find(({ data }: { data: { id: string } }) => data.id === ids[0]).data.metadata).toEqual(metadata);
    // The sandbox answers with a quote of all that it was given to read.
    expect(JSON.stringify((await ask("GET", `/v1/inbox/messages/${forward.id}`)).body)).not.toContain("zebra");
  });

  it("names every bad field of a query", async () => {
    expect(fieldsOf(await ask("GET", "/v1/logs?replied=yes&bounced=1&kind=bulk&thread_id=x&metadata[a.b]=1"))).toEqual([
      "thread_id",
      "kind",
      "replied",
      "bounced",
      "metadata.a.b",
    ]);
  });
});
