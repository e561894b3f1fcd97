// Loops over the table: a member's session answers every operation as a bound key of the same scopes does (api/README.md, "Members").
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Api, connectApi } from "#infra/local/demo/play.ts";
import type { Operation } from "#shared/api/operation.ts";
import type { OperationId } from "#shared/service/operations.ts";
import { routedOperations } from "#shared/service/routes.ts";
import { ABSENT, type Ask, asking } from "#test/support/client.ts";
import { aMember } from "#test/support/members.ts";
import { bodyFor, kindOf, pathFor } from "#test/support/requests.ts";
import { openTarget, type Owned, ownEverything, type Target } from "#test/support/target.ts";

let target: Target;
let api: Api;
let whole: Ask;
let foreign: Owned;
/** A role's session and a key of the same scopes, each bound to a mailbox of its own with the same in it. */
interface Pair {
  readonly session: Ask;
  readonly key: Ask;
  readonly ofSession: Owned;
  readonly ofKey: Owned;
}
const pairs = new Map<string, Pair>();
const ROLES = [
  ["member", ["send", "read"]],
  ["viewer", ["read"]],
] as const;

beforeAll(async () => {
  target = await openTarget();
  api = connectApi(target.url, target.key);
  whole = asking(target, target.key);
  foreign = await ownEverything(target, api, "foreign.one@sandbox.test");
  for (const [role, scopes] of ROLES) {
    const [ofSession, ofKey] = [
      await ownEverything(target, api, `${role}.session@sandbox.test`),
      await ownEverything(target, api, `${role}.key@sandbox.test`),
    ];
    const { token } = await api.post("/v1/api-keys", { name: role, scopes, mailbox_ids: [ofKey.mailbox] });
    const { ask } = await aMember(target, whole, { role, mailbox_ids: [ofSession.mailbox] });
    pairs.set(role, { session: ask, key: asking(target, token), ofSession, ofKey });
  }
}, 120_000);
afterAll(() => target?.stop());

/** The operations of the account, and of the console behind its page; a session alone may ask who it is, and end. */
const keyed = (routedOperations as readonly Operation[]).filter(({ auth, boundKeys }) => auth === "key" && boundKeys !== "member");
const cases = ROLES.flatMap(([role]) => keyed.map((operation) => [role, operation.id, operation] as const));
const withoutId = (text: string) => text.replace(/"requestId":"[^"]*"/, "");

const request = (operation: Operation, id: string, mailbox: string) =>
  [operation.method, pathFor(operation.path, id), bodyFor(operation.id as OperationId, target, mailbox), { "x-console": "1" }] as const;

describe("a member's session", () => {
  it.each(cases)("of a %s is answered as the bound key is, for its own and for what is not there: %s", async (role, _id, operation) => {
    const { session, key, ofSession, ofKey } = pairs.get(role)!;
    const kind = kindOf(operation.path);

    const absent = await Promise.all([
      session(...request(operation, ABSENT, ofSession.mailbox)),
      key(...request(operation, ABSENT, ofKey.mailbox)),
    ]);
    expect(absent[0].status, absent[0].text).toBe(absent[1].status);
    if (absent[0].status >= 400) expect(withoutId(absent[0].text)).toBe(withoutId(absent[1].text));
    if (kind === undefined) return;

    const own = await Promise.all([
      session(...request(operation, ofSession[kind], ofSession.mailbox)),
      key(...request(operation, ofKey[kind], ofKey.mailbox)),
    ]);
    expect(own[0].status, own[0].text).toBe(own[1].status);
  });

  it.each(cases)("of a %s gets for another mailbox's id what it gets for none, and nothing of it: %s", async (role, _id, operation) => {
    const { session, ofSession } = pairs.get(role)!;
    const kind = kindOf(operation.path);

    const other = await session(...request(operation, kind ? foreign[kind] : ABSENT, foreign.mailbox));
    const absent = await session(...request(operation, ABSENT, kind ? foreign.mailbox : ABSENT));

    if (kind !== undefined) expect([other.status, withoutId(other.text)]).toEqual([absent.status, withoutId(absent.text)]);
    for (const id of [foreign.mailbox, foreign.send, foreign.message, foreign.thread, "foreign.one@"]) expect(other.text).not.toContain(id);
    expect(ofSession.mailbox).not.toBe(foreign.mailbox);
  });

  it.each(ROLES.map(([role]) => role))("of a %s makes no key and no member, sees none, and changes none", async (role) => {
    const { session } = pairs.get(role)!;
    const [one] = await api.get("/v1/members");
    for (const [method, path, body] of [
      ["GET", "/v1/members"],
      ["POST", "/v1/members", { name: "Guest", role: "viewer", mailbox_ids: [foreign.mailbox] }],
      ["PATCH", `/v1/members/${one.id}`, { role: "admin" }],
      ["POST", `/v1/members/${one.id}/invitation`],
      ["DELETE", `/v1/members/${one.id}`],
      ["GET", "/v1/api-keys"],
      ["POST", "/v1/api-keys", { name: "mine", scopes: ["read"] }],
      ["GET", "/v1/audit-log"],
    ] as const) {
      const { status, text } = await session(method, path, body);
      expect([method, path, status, text.includes(one.id)]).toEqual([method, path, 403, false]);
    }
  });
});
