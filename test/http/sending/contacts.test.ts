// api/README.md, "Sending": the account's limit of first emails to the same people, over HTTP.
import { afterAll, describe, expect, it } from "vitest";
import { openTarget } from "#test/support/target.ts";
import { aSender, asking, fieldsOf } from "#test/support/client.ts";

const target = await openTarget();
afterAll(() => target.stop());

describe("max_contacts", () => {
  it("refuses a second first email from any mailbox of the tenant, tells which it was, and lets answers and forced ones go", async () => {
    const sender = await aSender(target, 100);
    const other = await sender.connected("colleague@sandbox.test");
    const max_contacts = { per: "domain", count: 1, within: "P14D" };
    const keyOf = async (body: object) =>
      asking(target, (await sender.ask("POST", "/v1/api-keys", { name: "k", scopes: ["send", "read"], ...body })).body.token as string);
    expect((await sender.ask("PATCH", "/v1/account", { max_contacts })).body.max_contacts).toEqual(max_contacts);
    const at = (to: string, more: object = {}) => sender.later({ to, ...more });
    const first = (await sender.send(at("a@firm.example"))).body.id as string;
    const before = await sender.balance();

    const again = await sender.send(at("b@firm.example", { mailbox_id: other }));
    const outside = await (await keyOf({ mailbox_ids: [other] }))("POST", "/v1/send", at("b@firm.example", { mailbox_id: other }));
    const emails = [
      at("c@firm.example"),
      { follows: 0, body_text: "Well?", scheduled_after: "P3D" },
      at("x@new.example"),
      at("y@new.example"),
    ];
    const tried = await sender.ask("POST", "/v1/send/batch", { emails, dry_run: true });
    const many = await sender.batch(emails);

    expect([again.status, again.body.type, again.body.details]).toEqual([
      409,
      "recently_contacted",
      expect.stringMatching(new RegExp(`^to was contacted by ${first} at \\d{4}-`)),
    ]);
    expect([outside.body.type, outside.body.details]).toEqual(["recently_contacted", "to was contacted recently"]);
    const types = many.body.results.map(({ type = "" }: { type?: string }) => type);
    expect(types).toEqual(["recently_contacted", "invalid_fields", "", "recently_contacted"]);
    expect(tried.body.results.map(({ type = "" }: { type?: string }) => type)).toEqual(types);
    expect([tried.body.estimate.credits, await sender.balance()]).toEqual([1, before - 1]);
    expect((await sender.followUp(first, { body_text: "Well?" })).status).toBe(200);

    const forced = at("b@firm.example", { force: true });
    expect((await sender.send(forced)).status).toBe(200);
    expect((await (await keyOf({}))("POST", "/v1/send", forced)).body.type).toBe("insufficient_scope");
    expect(fieldsOf(await sender.send({ ...forced, hold: true }))).toEqual(["force"]);
  });

  it("judges a held email when it is approved, frees what is cancelled, and ends with null", async () => {
    const sender = await aSender(target, 100);
    await sender.ask("PATCH", "/v1/account", { max_contacts: { per: "address", count: 1, within: "P1D" } });
    const held = (await sender.send(sender.anEmail({ to: "jane@firm.example", hold: true }))).body.id as string;
    const first = (await sender.send(sender.later({ to: "JANE@firm.example" }))).body.id as string;
    const approve = () => sender.ask("POST", `/v1/send/${held}/approve`, { revision: 1 });

    const refused = await approve();
    const { balance, status } = { balance: await sender.balance(), status: (await sender.record(held)).status };
    await sender.ask("POST", `/v1/send/${first}/cancel`);

    expect([refused.status, refused.body.type, balance, status]).toEqual([409, "recently_contacted", 99, "scheduled"]);
    expect((await approve()).status).toBe(200);
    expect((await sender.send(sender.later({ to: "jane@firm.example" }))).body.type).toBe("recently_contacted");
    expect((await sender.ask("PATCH", "/v1/account", { max_contacts: null })).body).not.toHaveProperty("max_contacts");
    expect((await sender.send(sender.later({ to: "jane@firm.example" }))).status).toBe(200);
  });

  const sender = aSender(target, 0);
  it.each([
    [{ per: "person", count: 1, within: "P1D" }, ["max_contacts.per"]],
    [{ per: "address", count: 0, within: "P1D" }, ["max_contacts.count"]],
    [{ per: "address", count: 1.5, within: "P1D" }, ["max_contacts.count"]],
    [{ per: "address", count: 1, within: "1 day" }, ["max_contacts.within"]],
    [{ per: "address", count: 1, within: "P366D" }, ["max_contacts.within"]],
    [{ per: "address", count: 1, within: "PT59M" }, ["max_contacts.within"]],
    [{ per: "address" }, ["max_contacts.count", "max_contacts.within"]],
    ["P14D", ["max_contacts"]],
  ])("refuses %j", async (max_contacts, fields) => {
    const { ask } = await sender;
    expect(fieldsOf(await ask("PATCH", "/v1/account", { max_contacts })).toSorted()).toEqual(fields);
  });
});
