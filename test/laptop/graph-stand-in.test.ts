import tls from "node:tls";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startSandbox, type Sandbox } from "#infra/local/sandbox/start-sandbox.ts";
import { callGraph, type Given, type Json, throttled } from "#test/support/call-graph.ts";
import { grantOf } from "#test/support/graph-consent.ts";

let sandbox: Sandbox;
let count = 0;
/** A mailbox of its own for each test, with its token. */
let me: string;
let token: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  tls.setDefaultCACertificates([...tls.getCACertificates("default"), sandbox.ca]);
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  me = `me${(count += 1)}@contoso.test`;
  token = (await grantOf(sandbox.graph, me)).access_token;
  sandbox.graph.faults.clear();
});

const IMMUTABLE = 'IdType="ImmutableId"';
const call = (method: string, path: string, { as = token, ...given }: Given & { readonly as?: string } = {}) =>
  callGraph(sandbox.graph, as, [method, path], given);
const get = (path: string, headers?: Record<string, string>) => call("GET", path, headers ? { headers } : {});
const mime = (to: string, extra = "") =>
  `From: <${me}>\r\nTo: <${to}>\r\nSubject: Hello\r\nMessage-ID: <own@contoso.test>\r\n${extra}\r\nHi there\r\n`;
const draft = async (text: string, headers: Record<string, string> = { prefer: IMMUTABLE }) =>
  call("POST", "/me/messages", { body: Buffer.from(text).toString("base64"), headers: { "content-type": "text/plain", ...headers } });
const deliver = (n = 1, folder = "INBOX") =>
  Array.from({ length: n }, (_, i) =>
    sandbox.store.deliver(me, Buffer.from(`From: a@b.test\r\nSubject: mail ${i}\r\nMessage-ID: <${i}@b.test>\r\n\r\nbody\r\n`), { folder }),
  );
const json = (body: object) => ({ body: JSON.stringify(body), headers: { "content-type": "application/json" } });
const batch = async (requests: object[]) => (await call("POST", "/$batch", json({ requests }))).json;

test("makes a draft of MIME, sends it once, and files it in Sent Items with the same immutable id", async () => {
  const made = await draft(mime("friend@there.test", "Bcc: hidden@there.test\r\n"));
  const { id, isDraft, parentFolderId } = made.json;
  const drafts = (await get("/me/mailFolders/drafts")).json;

  expect([made.status, isDraft, parentFolderId]).toEqual([201, true, drafts.id]);
  expect((await call("POST", `/me/messages/${id}/send`)).status).toBe(202);
  const sent = await get(`/me/messages/${id}`, { prefer: IMMUTABLE });
  expect(sent.json).toMatchObject({ id, isDraft: false, parentFolderId: (await get("/me/mailFolders/sentitems")).json.id });
  expect((await call("POST", `/me/messages/${id}/send`)).status).toBe(400);
  for (const address of ["friend@there.test", "hidden@there.test"]) {
    const [mail] = sandbox.store.folder(address, "INBOX")!.messages;
    expect(mail!.raw.toString()).toContain(`Message-ID: ${sent.json.internetMessageId}`);
    expect(mail!.raw.toString()).not.toContain("Bcc:");
  }
});

test("keeps a sent message out of sight until it has left, as the documentation warns", async () => {
  const left = Promise.withResolvers<void>();
  sandbox.graph.settings.sentAfter = left.promise;
  const { id } = (await draft(mime("slow@there.test"))).json;
  await call("POST", `/me/messages/${id}/send`);
  sandbox.graph.settings.sentAfter = undefined;

  expect((await get(`/me/messages/${id}`)).code).toBe("ErrorItemNotFound");
  left.resolve();
  await expect.poll(async () => (await get(`/me/messages/${id}`)).status).toBe(200);
});

test("refuses what is no MIME, what is too large, other senders and recipients that do not exist", async () => {
  const posted = async (body: string) => {
    const { status, code } = await call("POST", "/me/messages", { body, headers: { "content-type": "text/plain" } });
    return [status, code];
  };
  const sent = async (text: string) => (await call("POST", `/me/messages/${(await draft(text)).json.id}/send`)).code;

  expect(await posted("not base64!")).toEqual([400, "ErrorMimeContentInvalidBase64String"]);
  expect((await posted("QUFB".repeat(1024 * 1024 + 1)))[0]).toBe(413);
  expect(await sent(mime("a@b.test").replace(me, "boss@contoso.test"))).toBe("ErrorSendAsDenied");
  expect(await sent(mime("refuse.tom@b.test"))).toBe("ErrorInvalidRecipients");
});

test("attaches files to a draft, small ones at once and large ones by an upload session", async () => {
  const { id } = (await draft(mime("files@there.test"))).json;
  const small = { "@odata.type": "#microsoft.graph.fileAttachment", name: "a.txt", contentType: "text/plain", contentBytes: "QUJD" };
  const large = Buffer.alloc(5 * 1024 * 1024, "x");
  await call("POST", `/me/messages/${id}/attachments`, json(small));
  const session = await call(
    "POST",
    `/me/messages/${id}/attachments/createUploadSession`,
    json({ AttachmentItem: { attachmentType: "file", name: "big.bin", size: large.length } }),
  );
  const put = async (from: number, to: number) =>
    (
      await fetch(session.json.uploadUrl, {
        method: "PUT",
        headers: { "content-range": `bytes ${from}-${to - 1}/${large.length}` },
        body: large.subarray(from, to),
      })
    ).status;

  expect([await put(3, 9), await put(0, 4_000_000), await put(4_000_000, large.length)]).toEqual([400, 200, 201]);
  await call("POST", `/me/messages/${id}/send`);
  const listed = await get(`/me/messages/${id}/attachments?$select=name,size,contentType,isInline`);
  expect(listed.json.value).toMatchObject([
    { name: "a.txt", size: 3 },
    { name: "big.bin", size: large.length },
  ]);
  expect(listed.text).not.toContain("contentBytes");
  const [first] = listed.json.value;
  expect((await get(`/me/messages/${id}/attachments/${first.id}/$value`)).text).toBe("ABC");
});

test("gives regular ids that change with a move, and immutable ones that do not", async () => {
  deliver();
  const { json: plain } = await get("/me/mailFolders/inbox/messages");
  const { json: fixed } = await get("/me/mailFolders/inbox/messages", { prefer: IMMUTABLE });
  const moved = await call("POST", `/me/messages/${plain.value[0].id}/move`, json({ destinationId: "junkemail" }));

  expect(moved.json.id).not.toBe(plain.value[0].id);
  expect((await get(`/me/messages/${plain.value[0].id}`)).code).toBe("ErrorItemNotFound");
  expect((await get(`/me/messages/${fixed.value[0].id}`, { prefer: IMMUTABLE })).json.id).toBe(fixed.value[0].id);
});

test("pages a delta query, and then gives what came, changed and went", async () => {
  const [first, second] = deliver(5);
  const ids: string[] = [];
  let url = "/me/mailFolders/inbox/messages/delta?$select=subject";
  let pages = 0;
  for (; !url.includes("$deltatoken"); pages += 1) {
    const { json: page } = await get(url, { prefer: `${IMMUTABLE}, odata.maxpagesize=2` });
    ids.push(...page.value.map(({ id }: Json) => id));
    url = page["@odata.nextLink"] ?? page["@odata.deltaLink"];
  }
  const folder = sandbox.store.folder(me, "INBOX")!;
  sandbox.store.expunge(me, folder, new Set([first!.uid]));
  sandbox.store.setFlags(me, folder, second!, ["\\Seen"]);
  deliver();
  const next = await get(url, { prefer: IMMUTABLE });

  expect([pages, new Set(ids).size]).toEqual([3, 5]);
  expect(next.json.value).toHaveLength(3);
  expect(next.json.value[0]).toEqual({ id: ids.at(-1), "@removed": { reason: "deleted" } });
  expect(next.json.value.at(-1)).toMatchObject({ id: ids.at(-2), subject: "mail 1" });
  // ~ the same link gives the same changes again
  expect((await get(url, { prefer: IMMUTABLE })).json.value).toEqual(next.json.value);
  expect((await get(next.json["@odata.deltaLink"])).json.value).toEqual([]);
});

test("expires delta tokens with 410, syncStateNotFound and where to begin again", async () => {
  const { json: page } = await get("/me/mailFolders/inbox/messages/delta");
  sandbox.graph.delta.expire();
  const gone = await get(page["@odata.deltaLink"]);

  expect([gone.status, gone.code]).toEqual([410, "syncStateNotFound"]);
  expect((await get(gone.headers.get("location")!)).status).toBe(200);
});

test("gives a message as MIME, in a batch in base64, and its size when that is expanded", async () => {
  deliver();
  const { json: page } = await get(
    "/me/mailFolders/inbox/messages/delta?$select=id&$expand=singleValueExtendedProperties($filter=id eq 'Integer 0x0E08')",
  );
  const [{ id, singleValueExtendedProperties: sizes }] = page.value;
  const { text } = await get(`/me/messages/${id}/$value`);
  const { responses } = await batch([{ id: "1", method: "GET", url: `/me/messages/${id}/$value` }]);

  expect(text).toMatch(/^From: a@b\.test\r\n/);
  expect(Buffer.from(responses[0].body, "base64").toString()).toBe(text);
  expect(Number(sizes[0].value)).toBe(text.length);
});

test("answers 20 requests of a batch each alone, throttling one of them, and no more than 20", async () => {
  const requests = (n: number) =>
    Array.from({ length: n }, (_, i) => ({ id: String(i), method: "GET", url: `/me/mailFolders/inbox?n=${i}` }));
  sandbox.graph.faults.plant({ on: /n=7$/, does: throttled(3) });
  const { responses } = await batch(requests(20));
  const byId = new Map<string, Json>(responses.map((one: Json) => [one.id, one]));

  expect(byId.size).toBe(20);
  expect(byId.get("7")).toMatchObject({ status: 429, headers: { "retry-after": "3" }, body: { error: { code: "ApplicationThrottled" } } });
  expect(byId.get("8").status).toBe(200);
  expect((await call("POST", "/$batch", json({ requests: requests(21) }))).status).toBe(400);
  const chain = [
    { id: "a", method: "GET", url: "/me/messages/none" },
    { id: "b", method: "GET", url: "/me/messages", dependsOn: ["a"] },
  ];
  expect((await batch(chain)).responses.find(({ id }: Json) => id === "b").status).toBe(424);
});

test("opens shared mailboxes to members with the permission for them, and nobody else's", async () => {
  const shared = "shared.team@contoso.test";
  sandbox.store.deliver(shared, Buffer.from("Subject: team\r\n\r\nx\r\n"));
  const { access_token: member } = await grantOf(sandbox.graph, me, "https://graph.microsoft.com/Mail.ReadWrite.Shared offline_access");
  const { json: page } = await call("GET", `/users/${shared}/mailFolders('inbox')/messages/delta`, { as: member });

  expect(page.value).toHaveLength(1);
  expect((await call("GET", page["@odata.deltaLink"], { as: member })).status).toBe(200);
  expect((await get(`/users/${shared}/messages`)).status).toBe(403);
  expect((await get("/users/other@contoso.test/messages")).status).toBe(403);
  expect((await get(`/users/${me}/messages`)).status).toBe(200);
});

test("lists folders with their children, page by page", async () => {
  sandbox.store.create(me, "Projects");
  sandbox.store.create(me, "Projects/Alpha");
  const first = (await get("/me/mailFolders?$top=4")).json;
  const rest = (await get(first["@odata.nextLink"])).json;
  const all = [...first.value, ...rest.value];
  const projects = all.find(({ displayName }) => displayName === "Projects");

  expect(all.map(({ displayName }) => displayName as string).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    "Deleted Items",
    "Drafts",
    "Inbox",
    "Junk Email",
    "Projects",
    "Sent Items",
  ]);
  expect((await get(`/me/mailFolders/${projects.id}/childFolders`)).json.value).toMatchObject([
    { displayName: "Alpha", parentFolderId: projects.id },
  ]);
});

test("closes the connection before or after a call takes effect when a test plants that", async () => {
  const drafts = async () => (await get("/me/mailFolders/drafts")).json.totalItemCount as number;
  const attempt = async (does: "close before" | "close after") => {
    sandbox.graph.faults.plant({ on: /^POST \/v1\.0\/me\/messages$/, does });
    await expect(draft(mime("a@b.test"))).rejects.toThrow();
    return drafts();
  };

  expect([await attempt("close before"), await attempt("close after")]).toEqual([0, 1]);
});

test("answers mail to reply.*, which was sent by Graph", async () => {
  const { id } = (await draft(mime("reply.jane@there.test"))).json;
  await call("POST", `/me/messages/${id}/send`);

  await expect.poll(async () => (await get("/me/mailFolders/inbox")).json.totalItemCount, { timeout: 5_000 }).toBe(1);
});
