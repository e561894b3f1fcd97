// Loops over the table: what a key that is bound to a tenant or to some mailboxes may do (api/README.md, "Tenants and bound keys").
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Api, connectApi } from "#infra/local/demo/play.ts";
import type { BoundRule, Operation } from "#shared/api/operation.ts";
import type { OperationId } from "#shared/service/operations.ts";
import { routedOperations } from "#shared/service/routes.ts";
import { ABSENT, type Ask, asking, inMs, mailboxAt } from "#test/support/client.ts";
import { aBrowser, valueIn } from "#test/support/link-browser.ts";
import { bodyFor, kindOf, pathFor } from "#test/support/requests.ts";
import { openTarget, type Owned, ownEverything, REDIRECT_URI, type Target } from "#test/support/target.ts";

let target: Target;
let api: Api;
let whole: Ask;
let mine: Owned;
let theirs: Owned;
/** Keys that are bound to the mailbox of `mine`: by its tenant, and by its id. */
const bound = new Map<string, Ask>();
const BOUND = ["tenant", "mailbox"] as const;
const ALL = ["send", "read", "admin"];

const keyWith = async (more: object): Promise<Ask> => {
  const { token } = await api.post("/v1/api-keys", { name: "bound", scopes: ALL, ...more });
  return asking(target, token);
};
const later = (mailbox: string, more: object = {}) => ({
  mailbox_id: mailbox,
  to: "jane@sandbox.test",
  subject: "Later",
  body_text: "Hi",
  scheduled_at: inMs(3_600_000),
  ...more,
});

beforeAll(async () => {
  target = await openTarget();
  api = connectApi(target.url, target.key);
  whole = asking(target, target.key);
  mine = await ownEverything(target, api, "bound.a@sandbox.test");
  theirs = await ownEverything(target, api, "bound.b@sandbox.test");
  await whole("PATCH", `/v1/mailboxes/${mine.mailbox}`, { tenant: "a" });
  await whole("PATCH", `/v1/mailboxes/${theirs.mailbox}`, { tenant: "b" });
  const linkOf = async ({ mailbox }: Owned) =>
    (await whole("POST", "/v1/connect-links", { redirect_uri: REDIRECT_URI, mailbox_id: mailbox })).body.id as string;
  // The path of a pool's operation has the name that any other path would have as an id.
  await whole("PUT", `/v1/pools/${mine.message}`, { mailbox_ids: [mine.mailbox, theirs.mailbox] });
  mine = { ...mine, connectLink: await linkOf(mine) };
  theirs = { ...theirs, connectLink: await linkOf(theirs) };
  bound.set("tenant", await keyWith({ tenant: "a" }));
  bound.set("mailbox", await keyWith({ mailbox_ids: [mine.mailbox] }));
}, 120_000);
afterAll(() => target?.stop());

const keyed: readonly Operation[] = (routedOperations as readonly Operation[]).filter(({ auth }) => auth === "key");
const pairs = <O extends Pick<Operation, "id">>(list: readonly O[]) => BOUND.flatMap((by) => list.map((one) => [by, one.id, one] as const));
const isClosed = (operation: Operation, by: string) => {
  const rule = operation.boundKeys;
  return (
    rule === "none" || rule === "member" || (by === "mailbox" && (rule === "tenant" || (typeof rule === "object" && rule.by === "tenant")))
  );
};
const askFor = (by: string): Ask => bound.get(by)!;

/** The fields of a schema, those of its objects, lists and pipes too. */
const fieldsIn = (schema: unknown): string[] => {
  const def = (schema as { _zod?: { def: Record<string, unknown> } } | undefined)?._zod?.def;
  if (!def) return [];
  const inner = [def["innerType"], def["element"], def["in"], ...((def["options"] as unknown[] | undefined) ?? [])].flatMap(fieldsIn);
  return [...inner, ...Object.entries((def["shape"] as object | undefined) ?? {}).flatMap(([name, of]) => [name, ...fieldsIn(of)])];
};

/** Ids in requests that name no record of a mailbox, or only ones of the mailbox of the path, as the operation itself checks. */
const ELSEWHERE: Readonly<Partial<Record<string, readonly string[]>>> = {
  "inbox/patch-message": ["email_job_id"],
  "inbox/change-messages": ["id"],
  "inbox/split-thread": ["message_ids"],
  "sending/list-logs": ["mailbox_id", "thread_id"],
  "sending/send": ["mailbox_ids"],
  "sending/patch": ["mailbox_ids"],
  "sending/send-batch": ["id"],
  "sequences/create": ["mailbox_ids"],
  "sending/cancel-many": ["ids"],
  "sending/approve-many": ["id"],
};
// A message or send of the conversation that is answered; another one is a 400.
const OF_THE_CONVERSATION = ["if_last_message_id"];
const OF_THE_ACCOUNT = ["ip_id", "content_id", "oauth_client_id"];

describe("the rule of an operation", () => {
  it.each(keyed.map((operation) => [operation.id, operation] as const))("covers every id that it takes: %s", (id, operation) => {
    const rule = operation.boundKeys;
    if (typeof rule === "string") return;
    const named = [...Object.keys(rule.named ?? {}), ...(ELSEWHERE[id] ?? []), ...OF_THE_CONVERSATION, ...OF_THE_ACCOUNT];
    const taken = [...fieldsIn(operation.query), ...fieldsIn(operation.body)].filter((field) => /(^|_)ids?$/.test(field));

    expect(taken.filter((field) => !named.includes(field))).toEqual([]);
    expect(operation.path.includes("{id}")).toBe(rule.id !== undefined);
    expect(rule.id !== undefined || rule.rows !== undefined || rule.named !== undefined).toBe(true);
    if (operation.method === "GET" && rule.rows) expect(fieldsIn(operation.query)).toContain("tenant");
  });

  it("is `all` where nothing of an account is read, and `open` where no key is needed", () => {
    const having = (wanted: BoundRule) => (routedOperations as readonly Operation[]).filter((one) => one.boundKeys === wanted);

    expect(
      having("all")
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(["mailboxes/discover", "mailboxes/oauth-url", "mcp/call", "providers/list"]);
    expect(having("member").map(({ id }) => id)).toEqual(["console/get-session", "console/delete-session"]);
    expect(having("open").filter(({ auth }) => auth === "key")).toEqual([]);
  });
});

/** A bound key learns the order of events and not their number in the account (api/README.md, "Tenants and bound keys"). */
const withoutPlace = (text: string): string => text.replace(/"(sequence|next_cursor)":"?\d+"?/g, '"$1":""');

const request = (operation: Operation, id: string, mailbox: string) => {
  const body = bodyFor(operation.id as OperationId, target, mailbox);
  return [operation.method, pathFor(operation.path, id), body] as const;
};
/** Lists that name no mailbox while all is well. */
const EMPTY: readonly string[] = ["metrics/get", "attention/list", "inbox/get-response-times"];
const withoutId = (text: string) => text.replace(/"requestId":"[^"]*"/, "");

describe("a bound key", () => {
  it.each(pairs(keyed))("by %s gets the 404 of an unknown path where the operation is closed to it: %s", async (by, _id, operation) => {
    if (!isClosed(operation, by)) return;
    const headers = { "x-console": "1" };
    const unknown = await askFor(by)("GET", "/v2/nowhere");

    const { status, text } = await askFor(by)(...request(operation, ABSENT, mine.mailbox), headers);

    expect([status, withoutId(text)]).toEqual([404, withoutId(unknown.text)]);
  });

  it.each(pairs(keyed))(
    "by %s gets the same 404, byte for byte, for another tenant's id and an absent one: %s",
    async (by, _id, operation) => {
      const rule = operation.boundKeys;
      if (typeof rule === "string" || rule.id === undefined || isClosed(operation, by)) return;
      const id = theirs[kindOf(operation.path) ?? "message"];

      const foreign = await askFor(by)(...request(operation, id, mine.mailbox));
      const absent = await askFor(by)(...request(operation, ABSENT, mine.mailbox));

      expect([foreign.status, withoutId(foreign.text)]).toEqual([404, withoutId(absent.text)]);
    },
  );

  it.each(pairs(keyed))(
    "by %s gets the same 404 for another tenant's id in query and body as for an absent one: %s",
    async (by, _id, operation) => {
      const rule = operation.boundKeys;
      if (typeof rule === "string" || isClosed(operation, by)) return;
      for (const [field, kind] of Object.entries(rule.named ?? {})) {
        const [method, path, body] = request(operation, mine[kindOf(operation.path) ?? "message"], mine.mailbox);
        const naming = (id: string) =>
          method === "GET" ? askFor(by)(method, `${path}?${field}=${id}`) : askFor(by)(method, path, { ...(body as object), [field]: id });
        if (method === "GET" && !fieldsIn(operation.query).includes(field)) continue;

        const [foreign, absent] = [await naming(theirs[kind as keyof Owned]), await naming(ABSENT)];

        expect([foreign.status, withoutId(foreign.text)]).toEqual([404, withoutId(absent.text)]);
      }
    },
  );

  it.each(pairs(keyed.filter(({ method }) => method === "GET")))(
    "by %s reads its own, and nothing of another tenant: %s",
    async (by, id, operation) => {
      if (isClosed(operation, by) || operation.boundKeys === "all" || id === "inbox/get-attachment") return;
      const own = mine[kindOf(operation.path) ?? "message"];

      const { status, text } = await askFor(by)("GET", pathFor(operation.path, own));

      expect([id, status]).toEqual([id, 200]);
      for (const foreign of [theirs.mailbox, theirs.send, theirs.message, theirs.thread, theirs.connectLink, "bound.b@"])
        expect(text).not.toContain(foreign);
      const asked = await whole("GET", `${pathFor(operation.path, own)}?tenant=a`);
      if (typeof operation.boundKeys === "object" && (operation.boundKeys as { rows?: string }).rows && !EMPTY.includes(id)) {
        expect(text).toContain(mine.mailbox);
        expect(withoutPlace(asked.text)).toBe(withoutPlace(text));
        expect((await whole("GET", `${pathFor(operation.path, own)}?tenant=nobody`)).text).not.toContain(mine.mailbox);
        expect((await askFor(by)("GET", `${pathFor(operation.path, own)}?tenant=b`)).text).not.toContain(theirs.mailbox);
      }
    },
  );

  it.each(BOUND)("by %s sends and cancels in its own mailboxes alone, element by element", async (by) => {
    const metadata = { by };
    const batch = (
      await askFor(by)("POST", "/v1/send/batch", {
        emails: [mine.mailbox, theirs.mailbox, ABSENT].map((mailbox) => later(mailbox, { metadata })),
      })
    ).body.results;
    expect(batch[0].status).toBe("scheduled");
    expect({ ...batch[1], index: 2 }).toEqual(batch[2]);
    expect(batch[1]).toMatchObject({ status: "failed", type: "not_found", id: "" });

    const { id: foreign } = (await whole("POST", "/v1/send", later(theirs.mailbox, { metadata }))).body;
    const named = (await askFor(by)("POST", "/v1/send/cancel", { ids: [foreign, ABSENT] })).body.results;
    expect({ ...named[0], id: ABSENT }).toEqual(named[1]);
    const labelled = (await askFor(by)("POST", "/v1/send/cancel", { metadata })).body;
    expect(labelled).toMatchObject({ results: [{ id: batch[0].id, status: "cancelled" }], remaining: 0 });
    expect((await whole("GET", `/v1/send/${foreign}`)).body.status).toBe("scheduled");
  });

  it("learns of the balance only whether it suffices", async () => {
    const { estimate } = (await askFor("tenant")("POST", "/v1/send/batch", { dry_run: true, emails: [later(mine.mailbox)] })).body;

    expect(estimate).toMatchObject({ credits: 1, is_covered: true });
    expect(estimate).not.toHaveProperty("balance");
  });

  it("connects for its tenant, and learns nothing of an address that is another's", async () => {
    const connect = (email: string, more: object = {}) =>
      askFor("tenant")("POST", "/v1/mailboxes", { ...mailboxAt(target.mail, email), ...more });
    const made = await connect("bound.new@sandbox.test");
    expect([made.status, made.body.tenant]).toEqual([201, "a"]);
    expect((await connect("bound.c@sandbox.test", { tenant: "b" })).body.details).toMatchObject([{ field: "tenant" }]);

    await whole("DELETE", `/v1/mailboxes/${theirs.mailbox}`);
    const taken = await connect("bound.b@sandbox.test");
    expect([taken.status, taken.text.includes(theirs.mailbox)]).toEqual([409, false]);
    expect((await whole("GET", `/v1/mailboxes/${theirs.mailbox}`)).body).toMatchObject({ status: "disconnected", tenant: "b" });
  });

  it("makes links for its tenant alone, which take over no mailbox of another", async () => {
    const create = (more: object) => askFor("tenant")("POST", "/v1/connect-links", { redirect_uri: REDIRECT_URI, ...more });
    const { body } = await create({});
    expect(body.tenant).toBe("a");
    expect((await whole("GET", "/v1/connect-links?tenant=a")).body.connect_links).toContainEqual(expect.objectContaining({ id: body.id }));
    expect((await whole("GET", "/v1/connect-links?tenant=b")).text).not.toContain(body.id);
    expect((await create({ tenant: "b" })).body.details).toMatchObject([{ field: "tenant" }]);
    const foreign = await whole("POST", "/v1/connect-links", { redirect_uri: REDIRECT_URI, mailbox_id: theirs.mailbox, tenant: "a" });
    expect([foreign.status, foreign.body.details[0].field]).toEqual([400, "tenant"]);

    // Its owner knows the password, and yet the mailbox is another customer's by the time that the link is used.
    const { url } = (await create({ mailbox_id: mine.mailbox })).body as { url: string };
    await whole("PATCH", `/v1/mailboxes/${mine.mailbox}`, { tenant: "b" });
    const { host, smtps, imaps } = target.mail;
    const login = {
      smtp_host: host,
      smtp_port: String(smtps),
      smtp_secure: "tls",
      imap_host: host,
      imap_port: String(imaps),
      username: "",
    };
    const browser = aBrowser(target.url);
    const shown = await browser.get(new URL(url).pathname);
    const step = { key: valueIn(shown, "key"), step: "password", email: "bound.a@sandbox.test", password: "sandbox" };
    const refused = await browser.post(new URL(url).pathname, { ...step, ...login });
    expect([refused.status, refused.text.includes(theirs.mailbox)]).toEqual([400, false]);
    expect((await whole("GET", `/v1/mailboxes/${mine.mailbox}`)).body).toMatchObject({ tenant: "b", status: "active" });
    await whole("PATCH", `/v1/mailboxes/${mine.mailbox}`, { tenant: "a" });
  });

  it("gets no answer that another key has saved under an Idempotency-Key", async () => {
    const email = later(mine.mailbox);
    const send = async (ask: Ask) => (await ask("POST", "/v1/send", email, { "idempotency-key": "same" })).body.id;

    const [first, second] = [await send(whole), await send(askFor("tenant"))];

    expect(second).not.toBe(first);
    expect(await send(askFor("tenant"))).toBe(second);
  });

  it("learns of events an order and no number, and by its cursor nothing of what others do", async () => {
    for (const by of BOUND) {
      const { body } = await askFor(by)("GET", "/v1/events?limit=200");
      expect(body.events.length).toBeGreaterThan(0);
      const order = body.events.map(({ sequence }: { sequence: unknown }) => sequence);
      expect(order.every((one: unknown) => /^\d{20}$/.test(String(one)) && typeof one === "string")).toBe(true);
      expect(order).toEqual(order.toSorted());
      await whole("POST", "/v1/send", { ...later(theirs.mailbox), scheduled_at: undefined });
      const { body: after } = await askFor(by)("GET", `/v1/events?after=${body.next_cursor}`);
      expect([after.events, after.has_more, /^\d{20}$/.test(after.next_cursor)]).toEqual([[], false, true]);
      const text = JSON.stringify(await Promise.all(["3", "4", "900"].map((n) => askFor(by)("GET", `/v1/events?after=${n}`)))).replaceAll(
        /\d{20}/g,
        "",
      );
      expect(text).not.toMatch(/"sequence":\d/);
      expect((await whole("GET", `/v1/events?after=${body.next_cursor}`)).body.details[0].field).toBe("after");
    }
    const own = (await whole("GET", "/v1/events?limit=3")).body;
    expect([own.events.map(({ sequence }: { sequence: number }) => sequence), own.next_cursor]).toEqual([[1, 2, 3], "3"]);
  });

  it("hands no mailbox over, and opens no session", async () => {
    for (const by of BOUND) {
      const { status, body } = await askFor(by)("PATCH", `/v1/mailboxes/${mine.mailbox}`, { tenant: "b" });
      expect([status, body.details[0].field]).toEqual([400, "tenant"]);
    }
    const { token } = await api.post("/v1/api-keys", { name: "session", scopes: ALL, tenant: "a" });
    expect((await whole("POST", "/console/session", { api_key: token })).status).toBe(401);
  });

  it("loses a mailbox with all its mail at the moment that this gets another tenant, and gains it likewise", async () => {
    const to = await keyWith({ tenant: "c" });
    await whole("PATCH", `/v1/mailboxes/${mine.mailbox}`, { tenant: "c" });

    expect((await askFor("tenant")("GET", `/v1/inbox/messages/${mine.message}`)).status).toBe(404);
    expect((await askFor("tenant")("GET", "/v1/inbox/messages")).body.messages).toEqual([]);
    expect((await to("GET", `/v1/inbox/messages/${mine.message}`)).status).toBe(200);
    expect((await askFor("mailbox")("GET", `/v1/send/${mine.send}`)).status).toBe(200);
  });
});

describe("POST /v1/api-keys", () => {
  it("shows what a key is bound to and when it ends", async () => {
    const at = inMs(3_600_000);
    const made = await whole("POST", "/v1/api-keys", { name: "ends", scopes: ["read"], tenant: "a", expires_at: at });
    expect([made.status, made.body]).toMatchObject([200, { tenant: "a", mailbox_ids: [], expires_at: at }]);
    const listed = (await whole("GET", "/v1/api-keys")).body;
    expect(listed).toContainEqual(expect.objectContaining({ id: made.body.id, tenant: "a", expires_at: at }));
  });

  it.each([
    ["tenant", { tenant: "" }],
    ["mailbox_ids", { mailbox_ids: [] }],
    ["mailbox_ids", { tenant: "a", mailbox_ids: [ABSENT] }],
    ["expires_at", { expires_at: "2020-01-01T00:00:00Z" }],
  ])("returns 400 that names %s for %j", async (field, more) => {
    const { status, body } = await whole("POST", "/v1/api-keys", { name: "bad", scopes: ["read"], ...more });

    expect([status, body.details[0].field]).toEqual([400, field]);
  });

  it("returns 404 for a mailbox that the account does not have, and 400 for a key that would outlive its maker", async () => {
    expect((await whole("POST", "/v1/api-keys", { name: "bad", scopes: ["read"], mailbox_ids: [ABSENT] })).status).toBe(404);
    const ends = await keyWith({ expires_at: inMs(3_600_000) });
    const beyond = await ends("POST", "/v1/api-keys", { name: "on", scopes: ["read"], expires_at: inMs(7_200_000) });
    expect([beyond.status, beyond.body.details[0].field]).toEqual([400, "expires_at"]);
    const made = await ends("POST", "/v1/api-keys", { name: "on", scopes: ["read"] });
    expect(made.body.expires_at).toMatch(/Z$/);
  });
});
