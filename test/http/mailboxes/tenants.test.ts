// The customer whose mailbox it is (api/README.md, "Mailboxes").
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunningSystem, runSystem } from "#test/support/running-system.ts";

let system: RunningSystem;
beforeAll(async () => void (system = await runSystem()));
afterAll(() => system?.stop());

const tenantOf = async (id: string) => (await system.call("GET", `/v1/mailboxes/${id}`)).body.tenant;
const idsOf = async (tenant: string) =>
  (await system.call("GET", `/v1/mailboxes?tenant=${encodeURIComponent(tenant)}`)).body.map(({ id }: { id: string }) => id);

it("a mailbox's tenant is set by POST and PATCH, shown, and a filter of the list", async () => {
  const id = await system.connect("tenant@sandbox.test", { tenant: "acme 42" });
  expect([await tenantOf(id), await idsOf("acme 42")]).toEqual(["acme 42", [id]]);

  expect((await system.call("PATCH", `/v1/mailboxes/${id}`, { tenant: "é" })).body.tenant).toBe("é");
  expect([await idsOf("acme 42"), await idsOf("é")]).toEqual([[], [id]]);

  expect((await system.call("PATCH", `/v1/mailboxes/${id}`, { tenant: "" })).body.tenant).toBe("");
  expect([await tenantOf(id), await idsOf("é")]).toEqual(["", []]);
});

it.each(["", "x".repeat(65), "a\nb", 7, null])("POST returns 400 that names the tenant %j", async (tenant) => {
  const { status, body } = await system.call("POST", "/v1/mailboxes", system.mailboxBody("bad-tenant@sandbox.test", { tenant }));

  expect([status, body.details.map(({ field }: { field: string }) => field)]).toEqual([400, ["tenant"]]);
});

it("the list returns 400 for an empty tenant", async () => {
  expect((await system.call("GET", "/v1/mailboxes?tenant=")).status).toBe(400);
});
