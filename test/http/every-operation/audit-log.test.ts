// What the audit log has of every operation of the table (api/README.md, "Audit log").
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AuditEntry } from "#shared/accounts/audit-log.ts";
import { type OperationId, operations } from "#shared/service/operations.ts";
import { ABSENT, aSender, type Answer, type Ask, asking, mailboxAt, until } from "#test/support/client.ts";
import { bodyFor, pathFor } from "#test/support/requests.ts";
import { openTarget, REDIRECT_URI, type Target } from "#test/support/target.ts";

/** Why a write leaves no entry. */
const notAudited: Partial<Record<OperationId, string>> = {
  "mailboxes/test": "changes nothing of what is configured; the mailbox's status and its event tell",
  "mailboxes/check-dns": "notes what it has read, which changes nothing of what is configured",
  "mailboxes/start-audit": "reads the mailbox's server; its result is kept",
  "webhooks/test": "posts a test; a delivery's row tells",
  "webhooks/replay": "posts events again; the deliveries tell",
  "sending/send": "the send's record tells",
  "sending/send-batch": "the sends' records tell",
  "sending/patch": "the send's record tells",
  "sending/cancel": "the send's record tells",
  "sending/cancel-many": "the sends' records tell",
  "sending/approve": "the approval's transaction writes the entry itself, with the hash of what was approved",
  "sending/approve-many": "the same, for each email",
  "sending/follow-up": "the send's record tells",
  "inbox/reply-to-message": "the send's record tells",
  "inbox/reply-to-thread": "the send's record tells",
  "inbox/forward-message": "the send's record tells",
  "inbox/forward-thread": "the send's record tells",
  "inbox/change-messages": "mail; for a server it is an event",
  "inbox/patch-message": "mail; a correction is an event",
  "inbox/delete-correction": "mail; a correction is an event",
  "rehearsals/create": "stores nothing and sends nothing",
  "sandbox/move-clock": "a test world, which is no part of the account's record",
  "sandbox/put-mail": "a test world",
  "sandbox/reset": "a test world; it empties its own audit log",
  "inbox/patch-thread": "marks mail read; another change of a conversation is an event",
  "inbox/split-thread": "mail; a correction is an event",
  "inbox/merge-thread": "mail; a correction is an event",
  "suppressions/add": "the suppression's row tells",
  "suppressions/remove": "the recipients of mail; their addresses belong in no other place",
  "suppressions/unsubscribe": "the suppression's row tells",
};

let colleague = "";
let target: Target;
let sender: Awaited<ReturnType<typeof aSender>>;
let ask: Ask;

beforeAll(async () => {
  target = await openTarget();
  sender = await aSender(target, 10);
  ask = sender.ask;
  colleague = await sender.connected("colleague@sandbox.test");
  await ask("PATCH", "/v1/account", { connect_redirect_uris: [REDIRECT_URI] });
}, 60_000);
afterAll(() => target?.stop());

const entries = async (userId = sender.account.id): Promise<readonly AuditEntry[]> => {
  const { auditLog } = await import("#shared/accounts/wiring/stores.ts");
  return auditLog.list(userId, {}, { limit: 200, offset: 0 });
};
/** The entries that `work` leaves. */
const leftBy = async <R>(work: () => Promise<R>) => {
  const before = new Set((await entries()).map(({ id }) => id));
  const result = await work();
  return { result, left: (await entries()).filter(({ id }) => !before.has(id)) };
};

const made = async (path: string, body: unknown): Promise<string> => (await ask("POST", path, body)).body.id;
const anOAuthClient = (name: string) =>
  made("/v1/oauth-clients", { provider: "google", client_id: `own-${name}`, client_secret: "secret-4711", name });
let threads = 0;
const aThread = async (): Promise<string> => {
  const name = `noted${(threads += 1)}@sandbox.test`;
  const mailbox = await sender.connected(name);
  await made("/v1/send", { mailbox_id: mailbox, to: `reply.${name}`, subject: "Hello", body_text: "How are you?" });
  return until(async () => (await ask("GET", `/v1/inbox/messages?fresh=true&mailbox_id=${mailbox}`)).body.messages[0]?.thread_id);
};
const aNote = async (): Promise<string> => {
  const thread = await aThread();
  return `${thread}/${await made(`/v1/inbox/threads/${thread}/notes`, { text: "A note" })}`;
};
const aSequence = () => made("/v1/sequences", bodyOf("sequences/create"));
const aGuest = (name: string) => made("/v1/members", { name, role: "admin" });
const aPool = () => ({ mailbox_ids: [sender.mailbox, colleague] });
const aWebhook = (name: string) => made("/v1/webhooks", { url: `https://hooks.example.com/${name}` });

/** What an audited operation is done to, made anew; none where it makes it. */
const resourceOf: Partial<Record<OperationId, () => Promise<string>>> = {
  "auth/login": async () => "",
  "auth/create-api-key": async () => "",
  "auth/delete-api-key": () => made("/v1/api-keys", { name: "goes", scopes: ["send"] }),
  "members/create": async () => "",
  "members/invite-again": () => aGuest("invited again"),
  "members/patch": () => aGuest("changed"),
  "members/delete": () => aGuest("removed"),
  "account/patch": async () => sender.account.id,
  "mailboxes/connect": async () => "",
  "mailboxes/patch": async () => sender.mailbox,
  "mailboxes/delete": () => sender.connected("goes@sandbox.test"),
  "mailboxes/configure-inbox": async () => sender.mailbox,
  "connect-links/create": async () => "",
  "connect-links/delete": () => made("/v1/connect-links", { redirect_uri: REDIRECT_URI }),
  "oauth-clients/create": async () => "",
  "oauth-clients/patch": () => anOAuthClient("changed"),
  "oauth-clients/delete": () => anOAuthClient("deleted"),
  "pools/put": async () => "",
  "pools/delete": async () => `${(await ask("PUT", "/v1/pools/sales", aPool())).body.id}/sales`,
  "sequences/create": async () => "",
  "sequences/patch": () => aSequence(),
  "sequences/delete": () => aSequence(),
  "sequences/add-recipients": () => aSequence(),
  "sequences/remove-recipient": async () => {
    const id = await aSequence();
    const { body } = await ask("POST", `/v1/sequences/${id}/recipients`, bodyOf("sequences/add-recipients"));
    return `${id}/${body.results[0].id}`;
  },
  "webhooks/create": async () => "",
  "webhooks/patch": () => aWebhook("changed"),
  "webhooks/delete": () => aWebhook("deleted"),
  "inbox/add-note": () => aThread(),
  "inbox/patch-note": () => aNote(),
  "inbox/delete-note": () => aNote(),
  "webhooks/rotate-secret": () => aWebhook("rotated"),
};
/** Bodies with a secret or a value in each of their fields, where that of the table has none. */
const bodyOf = (id: OperationId): unknown => {
  const bodies: Partial<Record<OperationId, unknown>> = {
    "auth/login": sender.account.login,
    "mailboxes/connect": mailboxAt(target.mail, "connected@sandbox.test"),
    "mailboxes/patch": { display_name: "Told to nobody", smtp_password: target.mail.password },
    "pools/put": aPool(),
    "oauth-clients/patch": { name: "Told to nobody", client_secret: "secret-0815" },
    "webhooks/patch": { description: "Told to nobody", url: "https://other.example.com/with-a-token" },
  };
  return bodies[id] ?? bodyFor(id, target, sender.mailbox);
};
const request = (operation: (typeof operations)[number], id: string, from: Ask = ask): Promise<Answer> =>
  from(operation.method, pathFor(operation.path, id), bodyOf(operation.id));

const audited = operations.filter((operation) => operation.audited !== undefined);
const named = audited.map((operation) => [operation.id, operation] as const);
/** The texts that a request brings and an answer gives, save ids and short words. */
const valuesIn = (value: unknown): readonly string[] => {
  if (typeof value === "string") return value.length > 5 && !/^[0-9a-f]{24}$/.test(value) ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(valuesIn) : [];
};

describe("the audit log", () => {
  it("has every operation that writes, or the reason why not", () => {
    const silent = operations.filter(({ method, audited: action }) => method !== "GET" && action === undefined).map(({ id }) => id);

    expect(silent.toSorted()).toEqual(Object.keys(notAudited).toSorted());
    expect(audited.map(({ id }) => id).toSorted()).toEqual(Object.keys(resourceOf).toSorted());
    expect(audited.filter(({ method }) => method === "GET")).toEqual([]);
  });

  it.each(named)("has one entry of %s when it is done, and no value in it", async (id, operation) => {
    const resource = (await resourceOf[id]?.()) ?? "";

    const { result, left } = await leftBy(() => request(operation, resource));

    expect(result.status, result.text).toBe(operation.status);
    const [entry] = left;
    expect(left).toEqual([
      {
        id: expect.any(String),
        userId: sender.account.id,
        action: operation.audited,
        outcome: "done",
        operation: id,
        keyId: expect.stringMatching(/^[0-9a-f]{24}$/),
        resourceId: expect.stringMatching(/^[0-9a-f]{24}$/),
        fields: expect.any(Array),
        sourceIp: "127.0.0.1",
        userAgent: expect.any(String),
        createdAt: expect.any(Date),
      },
    ]);
    expect(entry?.fields.toSorted()).toEqual(id === "auth/login" ? [] : Object.keys(bodyOf(id) ?? {}).toSorted());
    if (resource !== "") expect(entry?.resourceId).toBe(resource.split("/")[0]);
    else expect(entry?.resourceId).toBe(result.body.id ?? entry?.keyId);
    const told = JSON.stringify(left);
    // The last is part of the action's name.
    // A record may have changed in the millisecond of its entry.
    const ours = new Set(["127.0.0.1", "createdAt", "invited", entry?.createdAt.toISOString()]);
    for (const value of [...valuesIn(bodyOf(id)), ...valuesIn(result.body), sender.account.key].filter((text) => !ours.has(text)))
      expect(told, value).not.toContain(value);
  });

  it.each(named.filter(([id]) => id !== "auth/login"))("has nothing of %s where it is refused", async (_id, operation) => {
    const scopes = [operation.scope === "read" ? "send" : "read"];
    const lacking = asking(target, (await ask("POST", "/v1/api-keys", { name: "lacks its scope", scopes })).body.token);
    const unknown = { surprise: 1 };

    const { result, left } = await leftBy(() =>
      Promise.all([
        request(operation, ABSENT, lacking),
        ask(operation.method, pathFor(operation.path, ABSENT), operation.body ? unknown : undefined),
        ask(operation.method, pathFor(operation.path, "non%20sense"), operation.body ? unknown : undefined),
      ]),
    );

    const refused = operation.body ? 400 : 404;
    expect(result.map(({ status }) => status)).toEqual([403, refused, operation.body || operation.params ? 400 : refused]);
    expect(left).toEqual([]);
  });

  it("shows an account its own entries alone", async () => {
    const theirs = asking(target, target.otherKey);
    const shown = (await theirs("GET", "/v1/audit-log?limit=200")).body.entries as readonly { readonly id: string }[];

    expect(shown.length).toBeGreaterThan(0);
    const own = new Set((await entries()).map(({ id }) => id));
    expect(shown.filter(({ id }) => own.has(id))).toEqual([]);
  });
});
