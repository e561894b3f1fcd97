// Loops over the table: what every operation must do, whatever it is for (T19; api/README.md, "Ground rules").
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Api, connectApi } from "#infra/local/demo/play.ts";
import { errorNames } from "#shared/api/errors.ts";
import { errorsOf } from "#shared/service/openapi.ts";
import { allScopes } from "#shared/api/operation.ts";
import { type OperationId, operations } from "#shared/service/operations.ts";
import { ABSENT } from "#test/support/client.ts";
import { bodyFor, kindOf, pathFor } from "#test/support/requests.ts";
import { openTarget, type Owned, ownEverything, type Target } from "#test/support/target.ts";

let target: Target;
let mine: Owned;
let theirs: Owned;
let api: Api;
/** A key of the account's test world, for the operations that need one. */
let testKey: string;
/** For each scope of an operation a key without it. */
const lacking = new Map<string, string>();

beforeAll(async () => {
  target = await openTarget();
  api = connectApi(target.url, target.key);
  testKey = (await api.post("/v1/api-keys", { name: "world", scopes: allScopes, mode: "test" }, 200)).token;
  for (const scope of allScopes) {
    const body = { name: scope, scopes: allScopes.filter((other) => other !== scope) };
    lacking.set(scope, (await api.post("/v1/api-keys", body, 200)).token);
  }
  mine = await ownEverything(target, api, "contract@sandbox.test");
  theirs = await ownEverything(target, connectApi(target.url, target.otherKey), "foreign@sandbox.test");
}, 60_000);
afterAll(() => target?.stop());

/** Every status seen for each operation, to compare with its list at the end. */
const seen = new Map<string, Set<number>>();

interface Sent {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly raw?: string | Buffer<ArrayBuffer>;
  readonly headers?: Record<string, string>;
}

const isInTestWorld = (id: string) => operations.some((one) => one.id === id && one.mode === "test");

const request = async ({ id, method, path, body, raw, headers = {} }: Sent) => {
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(`${target.url}${path}`, {
    method,
    headers: {
      "x-api-key": isInTestWorld(id) ? testKey : target.key,
      ...(payload === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(payload === undefined ? {} : { body: payload }),
  });
  seen.set(id, (seen.get(id) ?? new Set()).add(response.status));
  return { status: response.status, headers: response.headers, text: await response.text() };
};

const errorOf = (text: string) =>
  JSON.parse(text) as {
    error: string;
    message: string;
    code: number;
    details?: { field: string; message: string }[] | string;
    requestId?: string;
  };

const bodyOf = (id: OperationId) => bodyFor(id, target, mine.mailbox);
const sentTo = (operation: (typeof operations)[number], id: string, more: Partial<Sent> = {}): Sent => {
  const body = bodyOf(operation.id);
  return {
    id: operation.id,
    method: operation.method,
    path: pathFor(operation.path, id),
    ...(body === undefined ? {} : { body }),
    ...more,
  };
};

type Listed = (typeof operations)[number];

const ownOf = ({ path }: Listed): string => {
  const kind = kindOf(path);
  return kind ? mine[kind] : ABSENT;
};

const refusesOtherKeys = (operation: Listed) => {
  it("returns 401 without a key, with a malformed one and with an unknown one", async () => {
    for (const key of ["", "nonsense", `sk_live_${"0".repeat(64)}`, `sk_live_${"0".repeat(63)}`]) {
      const { status, text } = await request(sentTo(operation, ABSENT, { headers: { "x-api-key": key } }));

      expect(status).toBe(401);
      expect(errorOf(text)).toEqual({ error: "Unauthorized", message: expect.any(String), code: 401, type: "unauthorized" });
    }
  });

  it("returns 403 for a key that lacks its scope", async () => {
    const token = lacking.get(operation.scope) ?? "";
    const { status, text } = await request(sentTo(operation, ABSENT, { headers: { "x-api-key": token } }));

    expect(status).toBe(403);
    expect(errorOf(text)).toEqual({
      error: "Forbidden",
      message: expect.stringContaining(operation.scope),
      code: 403,
      type: "insufficient_scope",
    });
  });

  it("returns 400 that names an unknown query field and one given twice", async () => {
    const { status, text } = await request(sentTo(operation, ABSENT, { path: `${pathFor(operation.path, ABSENT)}?surprise=1&surprise=2` }));

    expect(status).toBe(400);
    expect(errorOf(text).details).toEqual(expect.arrayContaining([{ field: "surprise", message: expect.any(String) }]));
  });
};

const refusesOtherIds = (operation: Listed) => {
  it("returns the same 404, byte for byte, for a foreign id and an absent one", async () => {
    const foreign = await request(sentTo(operation, theirs[kindOf(operation.path)!]));
    const absent = await request(sentTo(operation, ABSENT));

    expect(foreign.status).toBe(404);
    expect(foreign.text).toBe(absent.text);
    expect(errorOf(foreign.text)).toEqual({ error: "Not Found", message: expect.any(String), code: 404, type: "not_found" });
  });

  it("returns 400 for a malformed id", async () => {
    for (const id of ["nonsense", "0123456789abcdef0123456", `${ABSENT}0`, "%24gt", "undefined"]) {
      const { status, text } = await request(sentTo(operation, id));

      expect(status, id).toBe(400);
      expect(errorOf(text).details).toEqual(expect.arrayContaining([{ field: "id", message: expect.any(String) }]));
    }
  });
};

const refusesOtherBodies = (operation: Listed) => {
  it("returns 400 for bad JSON, for no object and for an unknown field by name", async () => {
    const own = ownOf(operation);
    for (const raw of ["{", '"text"', "[]", "null", "1"]) expect((await request(sentTo(operation, own, { raw }))).status, raw).toBe(400);

    const { status, text } = await request(
      sentTo(operation, own, { body: { ...(bodyOf(operation.id) as object), surprise: 1, $where: "1" } }),
    );

    expect(status).toBe(400);
    expect(errorOf(text).details).toEqual(
      expect.arrayContaining(["surprise", "$where"].map((field) => ({ field, message: "is not a known field" }))),
    );
  });

  it("returns 415 for another content type and 413 for more than 5.5 MB", async () => {
    const own = ownOf(operation);

    expect((await request(sentTo(operation, own, { headers: { "content-type": "text/plain" } }))).status).toBe(415);
    expect((await request(sentTo(operation, own, { raw: JSON.stringify({ filler: "x".repeat(5_600_000) }) }))).status).toBe(413);
  });

  it("returns 400 for Latin-1 that does not say so, and 415 for Latin-1 that does", async () => {
    const own = ownOf(operation);
    const raw = Buffer.from(JSON.stringify({ ...(bodyOf(operation.id) as object), subject: "Grüße" }), "latin1");
    const charset = { "content-type": "application/json; charset=iso-8859-1" };

    const { status, text } = await request(sentTo(operation, own, { raw }));

    expect(status).toBe(400);
    expect(errorOf(text).details).toEqual([{ field: "", message: expect.stringContaining("is not valid UTF-8") }]);
    expect((await request(sentTo(operation, own, { raw, headers: charset }))).status).toBe(415);
  });
};

const takesJson = ({ body, form }: Listed) => body !== undefined && !form;
const refusing = operations.filter((operation) => operation.auth === "key" || kindOf(operation.path) || takesJson(operation));

// One operation after the other: on Lambda each is a function of its own, which starts once this way.
describe.each(refusing.map((operation) => [operation.id, operation] as const))("%s", (_id, operation) => {
  if (operation.auth === "key") refusesOtherKeys(operation);
  if (kindOf(operation.path)) refusesOtherIds(operation);
  if (takesJson(operation)) refusesOtherBodies(operation);
});

it("answers HEAD like GET, without a body", async () => {
  for (const path of ["/v1/mailboxes", "/v1/credits", `/v1/mailboxes/${ABSENT}`, "/openapi.json"]) {
    const [get, head] = await Promise.all(["GET", "HEAD"].map((method) => request({ id: "head", method, path })));

    expect([head?.status, head?.headers.get("content-type"), head?.text]).toEqual([get?.status, get?.headers.get("content-type"), ""]);
  }
  expect((await request({ id: "head", method: "HEAD", path: "/v1/send" })).status).toBe(405);
});

describe("every answer", () => {
  it("carries the request id, is JSON and is neither sniffed nor stored", async () => {
    for (const path of ["/v1/credits", "/v1/mailboxes/nonsense", "/nowhere"]) {
      const { headers } = await request({ id: "headers", method: "GET", path });

      expect(headers.get("x-request-id")).toMatch(/\S/);
      expect(headers.get("content-type")).toBe("application/json");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("cache-control")).toBe("no-store");
    }
  });

  it("is 404 in the API's error shape for an unknown path, 405 for a known path with another method", async () => {
    expect(errorOf((await request({ id: "none", method: "GET", path: "/v2/send" })).text)).toEqual({
      error: "Not Found",
      message: "Path not found",
      code: 404,
      type: "not_found",
    });
    const wrong = await request({ id: "none", method: "DELETE", path: "/v1/send" });
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get("allow")).toBe("POST");
  });

  it("carries the contract's word for its status", () => {
    expect(errorNames[400]).toBe("Bad Request");
    expect([errorNames[402], errorNames[502]]).toEqual(["Error", "Error"]);
  });
});

describe("every field that names a resource", () => {
  const values = ["nonsense", 1, true, null, ["a"], { $gt: "" }, { id: ABSENT }];
  it.each([
    ["sending/send", "/v1/send", "mailbox_id", () => bodyOf("sending/send")],
    ["sending/send", "/v1/send", "ip_id", () => bodyOf("sending/send")],
    ["inbox/reply-to-message", () => `/v1/inbox/messages/${mine.message}/reply`, "ip_id", () => bodyOf("inbox/reply-to-message")],
    ["inbox/forward-thread", () => `/v1/inbox/threads/${mine.thread}/forward`, "ip_id", () => bodyOf("inbox/forward-thread")],
    ["mailboxes/connect", "/v1/mailboxes", "ip_id", () => bodyOf("mailboxes/connect")],
  ] as const)("refuses what is no id with 400 and a foreign or absent one with 404: %s %s %s", async (id, path, field, body) => {
    const sent = (value: unknown): Sent => ({
      id,
      method: "POST",
      path: typeof path === "string" ? path : path(),
      body: { ...(body() as object), [field]: value },
    });

    for (const value of values) expect((await request(sent(value))).status, JSON.stringify(value)).toBe(400);
    expect((await request(sent(theirs.mailbox))).status).toBe(404);
    expect((await request(sent(ABSENT))).status).toBe(404);
  });

  it.each(["mailbox_id", "thread_id", "email_job_id"])("shows nothing of another account through the filter %s", async (field) => {
    const foreign = { mailbox_id: theirs.mailbox, thread_id: theirs.thread, email_job_id: theirs.send }[field] ?? "";

    const { status, text } = await request({ id: "inbox/list-messages", method: "GET", path: `/v1/inbox/messages?${field}=${foreign}` });

    if (status === 200) expect(JSON.parse(text)).toMatchObject({ messages: [] });
    else expect(status).toBe(404);
  });
});

describe("the table", () => {
  it("lists every status that was seen", () => {
    for (const operation of operations) {
      const allowed: readonly number[] = [operation.status, ...errorsOf(operation)];
      for (const status of seen.get(operation.id) ?? []) expect(allowed, `${operation.id} answered ${status}`).toContain(status);
    }
  });

  it("has one success an operation, which is the only one that was seen", () => {
    for (const { id, status } of operations) {
      const successes = [...(seen.get(id) ?? [])].filter((one) => one < 300);
      if (successes.length > 0) expect(successes, id).toEqual([status]);
    }
  });

  it("lists only statuses that exist in the error table", () => {
    for (const { errors } of operations) for (const status of errors) expect(errorNames[status]).toBeDefined();
  });

  it("has an example answer that its own schema accepts, wherever it answers JSON", () => {
    for (const { response, example, id } of operations) {
      if (response && example.response !== undefined) expect(response.safeParse(example.response).success, id).toBe(true);
    }
  });

  it("has an example body that its own schema accepts, wherever it takes one", () => {
    for (const { body, example, id } of operations) if (body) expect(body.safeParse(example.body).success, id).toBe(true);
  });
});
