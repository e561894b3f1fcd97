// api/README.md, "Held for approval": keys × operations over HTTP, and one email from a draft key through a person to its recipient.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectApi } from "#infra/local/demo/play.ts";
import { operations } from "#shared/service/operations.ts";
import { ABSENT, aSender, asking, until } from "#test/support/client.ts";
import { bodyFor, kindOf, pathFor } from "#test/support/requests.ts";
import { openTarget, ownEverything } from "#test/support/target.ts";

const target = await openTarget();
afterAll(() => target.stop());
const { account, ask, mailbox, anEmail, send, record, reaching } = await aSender(target, 100);

type Ask = typeof ask;
const keyed = async (scopes: readonly string[], more: object = {}): Promise<Ask> =>
  asking(target, (await ask("POST", "/v1/api-keys", { name: scopes.join(), scopes, ...more })).body.token);

let drafter: Ask;
let other: Ask;
let writer: Ask;
beforeAll(async () => {
  drafter = await keyed(["draft", "read"]);
  other = await keyed(["draft"]);
  writer = await keyed(["send"]);
});
const held = async (by: Ask = drafter, facts: object = {}) => (await by("POST", "/v1/send", anEmail(facts))).body;

describe("a key with draft", () => {
  it("is made neither with send nor with admin, and no key has it that names no scopes", async () => {
    for (const scopes of [
      ["draft", "send"],
      ["draft", "admin"],
      ["draft", "read", "send"],
    ]) {
      const { status, body } = await ask("POST", "/v1/api-keys", { name: "both", scopes });
      expect([status, body.details[0].field]).toEqual([400, "scopes"]);
    }
    const { body: keys } = await ask("GET", "/v1/api-keys");
    expect(keys.find(({ name }: { name: string }) => name.startsWith("login"))?.scopes ?? []).not.toContain("draft");
  });

  it("has its emails held by every way to send, whatever they ask for", async () => {
    const sent = (await send(anEmail())).body;
    await reaching(sent.id, "sent");
    const ways: readonly (readonly [string, object])[] = [
      ["/v1/send", anEmail({ hold: false })],
      ["/v1/send/batch", { emails: [anEmail(), { follows: 0, body_text: "And?" }] }],
      [`/v1/send/${sent.id}/reply`, { body_text: "And?" }],
    ];
    for (const [path, body] of ways) {
      const answer = await drafter("POST", path, body);
      expect([path, answer.status]).toEqual([path, 200]);
      for (const { id } of answer.body.results ?? [answer.body])
        expect(await record(id)).toMatchObject({ status: "scheduled", waiting_for: "approval", revision: 1, attempts: 0 });
    }
    const { body: log } = await ask("GET", "/v1/logs?waiting_for=approval&limit=50");
    expect(log.length).toBeGreaterThanOrEqual(4);
    expect(new Set(log.map(({ waiting_for }: { waiting_for: string }) => waiting_for))).toEqual(new Set(["approval"]));
    expect((await ask("GET", "/v1/attention")).body.attention).toContainEqual(
      expect.objectContaining({ kind: "approval_waiting", reason: expect.stringContaining("emails wait for approval") }),
    );
  });

  it("lets nothing leave by any operation of the table, with ids that are there", async () => {
    const owned = await ownEverything(target, connectApi(target.url, account.key), "owner@sandbox.test");
    const ids = async () => (await ask("GET", "/v1/logs?limit=200")).body.map(({ id }: { id: string }) => id) as readonly string[];
    const before = new Set([...(await ids()), owned.send]);
    const keyed = operations.filter(({ auth, method }) => auth === "key" && method !== "GET");
    const hasHold = ({ body }: (typeof keyed)[number]) => "hold" in ((body as { readonly shape?: object } | undefined)?.shape ?? {});
    const asked = keyed.flatMap((operation) => {
      const kind = kindOf(operation.path);
      const path = pathFor(operation.path, kind ? owned[kind] : ABSENT);
      const body = bodyFor(operation.id, target, owned.mailbox);
      const bodies = hasHold(operation) ? [{}, { hold: false }, { draft: true }, { undo_for: "PT1S" }] : [{}];
      return bodies.map((more) => ({
        operation,
        path,
        body: body === undefined && !hasHold(operation) ? undefined : { ...(body as object), ...more },
      }));
    });
    const made: string[] = [];
    for (const by of [drafter, other])
      for (const { operation, path, body } of asked) {
        const answer = await by(operation.method, path, body);
        if (answer.status === 200 && hasHold(operation)) made.push(operation.id);
      }
    expect(new Set(made)).toEqual(new Set(keyed.filter(hasHold).map(({ id }) => id)));
    const fresh = (await ids()).filter((id) => !before.has(id));
    expect(fresh.length).toBeGreaterThanOrEqual(made.length);
    for (const id of fresh)
      expect(await record(id)).toMatchObject({ status: "scheduled", waiting_for: "approval", attempts: 0, draft: false });
    expect((await ask("GET", "/v1/logs?waiting_for=draft")).body).toEqual([]);
  });

  it("edits and cancels what it holds itself, and never approves", async () => {
    const { id } = await held();
    const theirs = await held(other);
    const changed = await drafter("PATCH", `/v1/send/${id}`, { revision: 1, subject: "Better" });
    expect(changed.body).toMatchObject({ revision: 2, subject: "Better", waiting_for: "approval" });
    const stale = await drafter("PATCH", `/v1/send/${id}`, { revision: 1, subject: "Worse" });
    expect([stale.status, stale.body.current]).toMatchObject([409, { revision: 2, subject: "Better" }]);
    const blind = await other("PATCH", `/v1/send/${theirs.id}`, { revision: 7, subject: "x" });
    expect([blind.status, blind.body.current.revision, blind.body.current.subject]).toEqual([409, 1, undefined]);
    for (const [method, path, body] of [
      ["PATCH", `/v1/send/${theirs.id}`, { revision: 1, subject: "x" }],
      ["POST", `/v1/send/${theirs.id}/cancel`, {}],
      ["POST", `/v1/send/${id}/approve`, { revision: 2 }],
      ["POST", "/v1/send/approve", { items: [{ id, revision: 2 }] }],
    ] as const) {
      const { status, body: answer } = await drafter(method, path, body);
      expect([path, status, answer.type]).toEqual([path, 403, "insufficient_scope"]);
    }
    const many = await drafter("POST", "/v1/send/cancel", { ids: [theirs.id, id] });
    expect(many.body.results.map(({ status }: { status: string }) => status)).toEqual(["", "cancelled"]);
    expect(await record(theirs.id)).toMatchObject({ waiting_for: "approval" });
  });

  it("reaches no operation but those that hold, and those of its other scope", async () => {
    const own = await held();
    const paths = operations.filter(({ auth }) => auth === "key");
    for (const operation of paths) {
      const { id, method, scope, drafts } = operation;
      const path = pathFor(operation.path, ABSENT);
      const { status, body } = await other(method, path, method === "GET" ? undefined : bodyFor(id, target, mailbox));
      const isTestOnly = operation.mode === "test";
      expect([id, status === 403 && body.type], JSON.stringify(body)).toEqual([
        id,
        drafts && !isTestOnly && operation.shows !== "always" && !body.message?.includes('"read"') ? false : "insufficient_scope",
      ]);
      expect(scope === "send" || !drafts).toBe(true);
    }
    expect(await record(own.id)).toMatchObject({ waiting_for: "approval" });
  });
});

describe("an email that is held", () => {
  it("costs nothing, leaves once a person approves it, and answers a repetition the same", async () => {
    const balance = async () => (await ask("GET", "/v1/credits")).body.balance;
    const before = await balance();
    const { id, status } = await held(ask, { hold: true, subject: "Approved" });
    expect([status, await balance()]).toEqual(["scheduled", before]);
    const edited = await ask("PATCH", `/v1/send/${id}`, { revision: 1, body_text: "As a person likes it" });
    expect([edited.status, edited.body.revision]).toEqual([200, 2]);
    expect((await writer("POST", `/v1/send/${id}/approve`, { revision: 1 })).status).toBe(409);

    const first = await writer("POST", `/v1/send/${id}/approve`, { revision: 2 });
    expect(first.body).toMatchObject({ id, status: "queued", revision: 2, content_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const sent = await reaching(id, "sent");
    expect(sent).toMatchObject({ body_text: "As a person likes it", approved_at: first.body.approved_at });
    expect((await writer("POST", `/v1/send/${id}/approve`, { revision: 2 })).text).toBe(first.text);

    expect(await balance()).toBe(before - 1);
    const { body: log } = await ask("GET", "/v1/audit-log?action=send.approved");
    expect(log.entries[0]).toMatchObject({ resource_id: id, content_sha256: first.body.content_sha256, operation: "sending/approve" });
    const types = async () =>
      (await ask("GET", "/v1/events?limit=200")).body.events
        .filter(({ data }: { data: { id: string } }) => data.id === id)
        .map(({ type }: { type: string }) => type);
    await until(async () => (await types()).includes("send.sent") || undefined);
    expect(await types()).toEqual(["send.held", "send.edited", "send.approved", "send.sent"]);
  });

  it("refuses what does not fit, and names it", async () => {
    const bad = await ask("POST", "/v1/send", anEmail({ hold: false, hold_until: "2099-01-01T00:00:00Z" }));
    expect([bad.status, bad.body.details.map(({ field }: { field: string }) => field)]).toEqual([400, ["hold_until"]]);
    const { id } = (await send(anEmail({ scheduled_at: new Date(Date.now() + 3_600_000).toISOString() }))).body;
    const content = await ask("PATCH", `/v1/send/${id}`, { subject: "New" });
    expect([content.status, content.body.details]).toEqual([409, expect.stringContaining("does not wait for approval")]);
    expect((await ask("POST", `/v1/send/${id}/approve`, { revision: 1 })).status).toBe(409);
    expect((await ask("POST", `/v1/send/${id}/cancel`, { reason: "No" })).status).toBe(409);
    const one = await held();
    expect((await ask("PATCH", `/v1/send/${one.id}`, { subject: "New" })).body.details).toEqual([
      { field: "revision", message: "is required for an email that waits for approval" },
    ]);
    expect((await ask("POST", `/v1/send/${one.id}/cancel`, { reason: "Not our tone" })).body).toMatchObject({ status: "cancelled" });
    expect(await record(one.id)).toMatchObject({ status: "cancelled", cancel_reason: "", reject_reason: "Not our tone" });
  });
});
