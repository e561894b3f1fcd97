// S40: what a key learns that must not read, over every operation and every set of scopes.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectApi } from "#infra/local/demo/play.ts";
import { type Scope, scopes } from "#shared/api/operation.ts";
import { operations } from "#shared/service/operations.ts";
import { ABSENT } from "#test/support/client.ts";
import { bodyFor, kindOf, pathFor } from "#test/support/requests.ts";
import { openTarget, type Owned, ownEverything, type Target } from "#test/support/target.ts";

/** Stands in every part of the mail that is stored, and in no request of a key that must not read. */
const CANARY = /canary/i;
const LATER = "2099-01-01T09:00:00Z";

let target: Target;
let mine: Owned;
let waiting: string;
const keys = new Map<string, string>();

/** Every set of scopes that a key may have: `draft` stands alone or with `read`. */
const sets = Array.from({ length: 2 ** scopes.length - 1 }, (_, bits) => scopes.filter((_scope, i) => ((bits + 1) >> i) & 1)).filter(
  (set) => !set.includes("draft") || set.every((scope) => scope === "draft" || scope === "read"),
);
/** What changes a send of another key, which is all that a draft key finds here. */
const CHANGES = ["sending/patch", "sending/cancel"];
const mayCall = (set: readonly Scope[], { id, scope, drafts }: Pick<(typeof operations)[number], "id" | "scope" | "drafts">) =>
  set.includes(scope) || (drafts && set.includes("draft") && !CHANGES.includes(id));
const nameOf = (set: readonly Scope[]) => set.join("+");

const ask = async (set: readonly Scope[], method: string, path: string, body: unknown) => {
  const headers = { "x-api-key": keys.get(nameOf(set)) ?? "", ...(body === undefined ? {} : { "content-type": "application/json" }) };
  const answer = await fetch(`${target.url}${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  return { status: answer.status, text: await answer.text() };
};

beforeAll(async () => {
  target = await openTarget();
  const api = connectApi(target.url, target.key);
  mine = await ownEverything(target, api, "canary@sandbox.test");
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const email = { mailbox_id: mine.mailbox, to: "canary-to@sandbox.test", bcc: ["canary-bcc@sandbox.test"], scheduled_at: later };
  const words = { subject: "canary subject", body_text: "canary body", headers: { "X-Note": "canary" }, metadata: { note: "canary" } };
  waiting = (await api.post("/v1/send", { ...email, ...words })).id;
  for (const set of sets) keys.set(nameOf(set), (await api.post("/v1/api-keys", { name: nameOf(set), scopes: set })).token);
}, 60_000);
afterAll(() => target?.stop());

const keyed = operations.filter(({ auth, method }) => auth === "key" && method !== "DELETE");
const pathTo = ({ id, path }: (typeof operations)[number]) => {
  const kind = kindOf(path);
  return pathFor(path, id === "sending/patch" ? waiting : kind ? mine[kind] : ABSENT);
};
/** What an operation takes; the mailbox's own address is no mail. */
const bodyOf = (operation: (typeof operations)[number]) => bodyFor(operation.id, target, mine.mailbox);

describe.each(sets.filter((set) => !set.includes("read")).map((set) => [nameOf(set), set] as const))("a key with %s", (_, set) => {
  it.each(keyed.map((operation) => [operation.id, operation] as const))("learns nothing of stored mail by %s", async (_id, operation) => {
    const { status, text } = await ask(set, operation.method, pathTo(operation), bodyOf(operation));

    const asksForRead = operation.id === "auth/create-api-key";
    const isRefused = operation.mode === "test" || !mayCall(set, operation) || operation.shows === "always" || asksForRead;
    expect(status === 403, text).toBe(isRefused);
    if (operation.id.startsWith("mailboxes/")) return;
    expect(text).not.toMatch(CANARY);
  });

  const chosen = keyed.flatMap((operation) =>
    Array.isArray(operation.shows) ? operation.shows.map((field) => [operation.id, field, operation] as const) : [],
  );
  it.each(chosen)("sends no quote by %s to whom it names in %s", async (_id, field, operation) => {
    const address = "elsewhere@sandbox.test";
    const body = { ...(bodyOf(operation) as object), [field]: field === "to" ? address : [address] };

    expect((await ask(set, operation.method, pathTo(operation), body)).status).toBe(403);
    expect((await ask(["send", "read"], operation.method, pathTo(operation), { ...body, scheduled_at: LATER })).status).toBe(400);
  });
});

describe("what steers what leaves", () => {
  const asked = keyed.flatMap((operation) => {
    const fields = operation.steers === "always" ? [""] : (operation.steers ?? []);
    return fields.map((field) => [operation.id, field, operation] as const);
  });
  it("is a correction of a message, a merged and a split conversation", () => {
    expect(new Set(asked.map(([id]) => id))).toEqual(new Set(["inbox/patch-message", "inbox/merge-thread", "inbox/split-thread"]));
  });

  it.each(asked)("needs send besides its own scope: %s %s", async (_id, field, operation) => {
    const values: Readonly<Record<string, string>> = {
      kind: "reply",
      email_job_id: ABSENT,
      auto_class: "away",
      returns_on: "2026-12-01",
      intent: "question",
      folder: "Archive",
    };
    const body = field === "" ? bodyOf(operation) : { [field]: values[field] };

    expect((await ask(["read"], operation.method, pathTo(operation), body)).status).toBe(403);
    expect((await ask(["send", "read"], operation.method, pathTo(operation), body)).status).not.toBe(403);
  });
});

describe("POST /v1/api-keys", () => {
  it.each(sets.map((set) => [nameOf(set), set] as const))("gives a key with %s no scope more", async (_, set) => {
    for (const wanted of sets) {
      const { status } = await ask(set, "POST", "/v1/api-keys", { name: "x", scopes: wanted });
      const mayAsk = set.includes("admin") && wanted.every((scope) => set.includes(scope === "draft" ? "send" : scope));

      expect(status, nameOf(wanted)).toBe(mayAsk ? 200 : 403);
    }
  });
});

it("sees the canary with a key that may read: the others' silence says something", async () => {
  const { text } = await ask(["send", "read"], "PATCH", `/v1/send/${waiting}`, { window: null });

  expect(text.match(/canary/gi)?.length).toBeGreaterThan(5);
});
