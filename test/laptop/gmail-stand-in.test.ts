import tls from "node:tls";
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startSandbox, type Sandbox } from "#infra/local/sandbox/start-sandbox.ts";
import { callGmail, GMAIL_SCOPES, gmailError } from "#test/support/call-gmail.ts";
import type { Given, Json } from "#test/support/call-graph.ts";
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
  me = `me${(count += 1)}@customer.test`;
  token = (await grantOf(sandbox.graph, me, GMAIL_SCOPES)).access_token;
  sandbox.gmail.faults.clear();
  sandbox.gmail.settings.keepsMessageIds = false;
});

const SCOPE = "https://www.googleapis.com/auth";
const call = (method: string, path: string, { as = token, ...given }: Given & { readonly as?: string } = {}) =>
  callGmail(sandbox.gmail, as, [method, path], given);
const get = async (path: string): Promise<Json> => (await call("GET", path)).json;
const post = (path: string, body: object, as = token) =>
  call("POST", path, { as, body: JSON.stringify(body), headers: { "content-type": "application/json" } });
const mime = (to: string, extra = "") =>
  `From: <${me}>\r\nTo: <${to}>\r\nSubject: Hello\r\nMessage-ID: <own@customer.test>\r\n${extra}\r\nHi there\r\n`;
const rawOf = (text: string) => Buffer.from(text).toString("base64url");
const deliver = (n = 1, folder = "INBOX") =>
  Array.from({ length: n }, (_, i) =>
    sandbox.store.deliver(me, Buffer.from(`From: a@b.test\r\nSubject: mail ${i}\r\nMessage-ID: <${i}@b.test>\r\n\r\nbody\r\n`), {
      folder,
      receivedAt: new Date(Date.UTC(2026, 0, 1, 0, i)),
    }),
  );
const idsOf = (page: Json): readonly string[] => (page.messages ?? []).map(({ id }: Json) => id);
const messageIdAt = (address: string) =>
  /^Message-ID: (.*)\r$/m.exec(sandbox.store.folder(address, "INBOX")!.messages.at(-1)!.raw.toString())![1];

test("sends a draft once: it is deleted, and the sent message has a new id in the same thread, and Gmail's Message-ID", async () => {
  const { id, message } = (await post("/drafts", { message: { raw: rawOf(mime("friend@there.test", "Bcc: hidden@there.test\r\n")) } }))
    .json;
  const listed = await get("/drafts");
  const sent = (await post("/drafts/send", { id })).json;

  expect(listed.drafts).toEqual([{ id, message: { id: message.id, threadId: message.threadId } }]);
  expect(sent).toMatchObject({ threadId: message.threadId, labelIds: ["SENT"] });
  expect(sent.id).not.toBe(message.id);
  expect((await post("/drafts/send", { id })).status).toBe(404);
  expect((await call("GET", `/messages/${message.id}`)).status).toBe(404);
  const { payload } = await get(`/messages/${sent.id}?format=metadata&metadataHeaders=Message-ID`);
  expect(payload.headers).toEqual([{ name: "Message-ID", value: expect.stringMatching(/@mail\.gmail\.com>$/) }]);
  for (const address of ["friend@there.test", "hidden@there.test"]) expect(messageIdAt(address)).toBe(payload.headers[0].value);
});

test("keeps the given Message-ID when that is set, sends JSON and uploads, and joins a named thread", async () => {
  sandbox.gmail.settings.keepsMessageIds = true;
  const first = (await post("/messages/send", { raw: rawOf(mime("a@there.test")) })).json;
  const media = await call("POST", "/upload/gmail/v1/users/me/messages/send?uploadType=media", {
    body: mime("b@there.test"),
    headers: { "content-type": "message/rfc822" },
  });
  const body = `--x\r\nContent-Type: application/json\r\n\r\n${JSON.stringify({ threadId: first.threadId })}\r\n--x\r\nContent-Type: message/rfc822\r\n\r\n${mime("c@there.test", "In-Reply-To: <else@there.test>\r\n")}\r\n--x--`;
  const multipart = await call("POST", "/upload/gmail/v1/users/me/messages/send?uploadType=multipart", {
    body,
    headers: { "content-type": "multipart/related; boundary=x" },
  });

  expect(["a", "b", "c"].map((name) => messageIdAt(`${name}@there.test`))).toEqual(Array(3).fill("<own@customer.test>"));
  expect([media.status, multipart.json.threadId]).toEqual([200, first.threadId]);
  expect((await post("/messages/send", { raw: rawOf(mime("a@there.test")), threadId: "none" })).status).toBe(400);
  expect((await post("/messages/send", { raw: rawOf("Subject: x\r\n\r\nx") })).json.error.message).toBe("Recipient address required");
  expect((await post("/messages/send", { raw: rawOf(mime("refuse.tom@there.test")) })).reason).toBe("invalidArgument");
  expect((await post("/messages/send", { raw: "not base64!" })).status).toBe(400);
});

test("keeps a message that is still leaving out of sight", async () => {
  const left = Promise.withResolvers<void>();
  sandbox.gmail.settings.sentAfter = left.promise;
  const { id } = (await post("/messages/send", { raw: rawOf(mime("slow@there.test")) })).json;
  sandbox.gmail.settings.sentAfter = undefined;

  expect((await call("GET", `/messages/${id}`)).status).toBe(404);
  left.resolve();
  await expect.poll(async () => (await call("GET", `/messages/${id}`)).status).toBe(200);
});

test("gives messages in four formats, and attachments by ids that change with each reading", async () => {
  const file =
    "Content-Type: application/pdf; name=a.pdf\r\nContent-Disposition: attachment; filename=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\nQUJD";
  const text = `From: a@b.test\r\nSubject: x\r\nContent-Type: multipart/mixed; boundary=m\r\n\r\n--m\r\nContent-Type: text/plain\r\n\r\nHi\r\n--m\r\n${file}\r\n--m--\r\n`;
  sandbox.store.deliver(me, Buffer.from(text));
  const [id] = idsOf(await get("/messages"));
  const minimal = await get(`/messages/${id}?format=minimal`);
  const [one, other] = [await get(`/messages/${id}?format=full`), await get(`/messages/${id}`)];
  const attachmentOf = (message: Json) => message.payload.parts[1];

  expect(minimal).toMatchObject({
    id,
    labelIds: ["UNREAD", "INBOX"],
    sizeEstimate: text.length,
    internalDate: expect.stringMatching(/^\d+$/),
  });
  expect(minimal.payload).toBeUndefined();
  expect(Buffer.from((await get(`/messages/${id}?format=raw`)).raw, "base64url").toString()).toBe(text);
  expect(one.payload.parts[0]).toMatchObject({ partId: "0", mimeType: "text/plain", body: { data: rawOf("Hi") } });
  expect(attachmentOf(one)).toMatchObject({ partId: "1", filename: "a.pdf", body: { size: 3 } });
  expect(attachmentOf(one).body.attachmentId).not.toBe(attachmentOf(other).body.attachmentId);
  for (const { body } of [attachmentOf(one), attachmentOf(other)])
    expect(await get(`/messages/${id}/attachments/${body.attachmentId}`)).toEqual({ size: 3, data: "QUJD" });
  expect((await call("GET", `/messages/${id}?format=whole`)).status).toBe(400);
});

test("lists by label, search and page, the newest first, without spam and trash; one message once for all its labels", async () => {
  deliver(5);
  deliver(1, "Junk");
  sandbox.store.create(me, "Projects");
  const label = (await get("/labels")).labels.find(({ name }: Json) => name === "Projects");
  const first = await get("/messages?maxResults=2");
  const rest = await get(`/messages?maxResults=4&pageToken=${first.nextPageToken}`);
  const [newest, second] = idsOf(first);
  await post(`/messages/${newest}/modify`, { addLabelIds: [label.id, "STARRED"], removeLabelIds: ["UNREAD"] });
  await post(`/messages/${second}/modify`, { removeLabelIds: ["INBOX"] });

  expect(new Set([...idsOf(first), ...idsOf(rest)]).size).toBe(5);
  expect(rest.nextPageToken).toBeUndefined();
  expect(idsOf(await get("/messages?labelIds=SPAM"))).toHaveLength(1);
  expect(idsOf(await get("/messages?includeSpamTrash=true"))).toHaveLength(6);
  expect(idsOf(await get(`/messages?labelIds=INBOX&labelIds=${label.id}`))).toEqual([newest]);
  expect((await get(`/messages/${newest}?format=minimal`)).labelIds).toEqual(["STARRED", "INBOX", label.id]);
  expect((await get(`/messages/${second}?format=minimal`)).labelIds).toEqual(["UNREAD"]);
  expect(idsOf(await get("/messages?q=rfc822msgid:<2@b.test>"))).toEqual([idsOf(rest)[0]]);
  expect(idsOf(await get(`/messages?q=after:${Date.UTC(2026, 0, 1, 0, 4) / 1000}`))).toEqual([newest]);
  expect(await get(`/labels/${label.id}`)).toMatchObject({ type: "user", messagesTotal: 1, messagesUnread: 0 });
  expect(await get("/messages?labelIds=DRAFT")).toEqual({ resultSizeEstimate: 0 });
});

test("tells what came, went and changed since a history id, page by page, and by label and type", async () => {
  const [gone, moved] = deliver(3);
  const { historyId } = await get("/profile");
  const inbox = sandbox.store.folder(me, "INBOX")!;
  sandbox.store.expunge(me, inbox, new Set([gone!.uid]));
  sandbox.store.setFlags(me, inbox, moved!, ["\\Seen"]);
  deliver(1, "Junk");
  const pages: Json[] = [];
  for (let next: string | undefined = ""; next !== undefined; next = pages.at(-1).nextPageToken)
    pages.push(await get(`/history?startHistoryId=${historyId}&maxResults=1${next && `&pageToken=${next}`}`));
  const records = pages.flatMap(({ history }) => history);

  expect(records.map((record) => Object.keys(record).at(-1)).toSorted((a, b) => (a! < b! ? -1 : 1))).toEqual([
    "labelsRemoved",
    "messagesAdded",
    "messagesDeleted",
  ]);
  expect(records.map(({ id }) => Number(id))).toEqual(records.map(({ id }) => Number(id)).toSorted((a, b) => a - b));
  expect((await get(`/history?startHistoryId=${historyId}&labelId=SPAM`)).history).toHaveLength(1);
  expect((await get(`/history?startHistoryId=${historyId}&historyTypes=messageDeleted`)).history).toHaveLength(1);
  const end = pages.at(-1).historyId;
  expect(await get(`/history?startHistoryId=${end}`)).toEqual({ historyId: end });
  sandbox.gmail.history.expire(me);
  expect(await call("GET", `/history?startHistoryId=${end}`)).toMatchObject({ status: 404, reason: "notFound" });
  expect((await call("GET", "/history")).status).toBe(400);
});

test("holds tokens to their scopes, with Google's errors", async () => {
  deliver();
  const [id] = idsOf(await get("/messages"));
  const granted = async (...names: string[]) =>
    (await grantOf(sandbox.graph, me, names.map((name) => `${SCOPE}/${name}`).join(" "))).access_token;
  const [sends, reads] = [await granted("gmail.send"), await granted("gmail.readonly")];
  const full = (await grantOf(sandbox.graph, me, "https://mail.google.com/")).access_token;
  const raw = { raw: rawOf(mime("a@there.test")) };
  const denied = await call("GET", "/profile", { as: sends });

  expect(denied).toMatchObject({ status: 403, reason: "insufficientPermissions" });
  expect(denied.json.error).toMatchObject({ status: "PERMISSION_DENIED", details: [{ reason: "ACCESS_TOKEN_SCOPE_INSUFFICIENT" }] });
  expect((await post("/messages/send", raw, sends)).status).toBe(200);
  expect((await post("/drafts", { message: raw }, sends)).status).toBe(403);
  expect((await post("/messages/send", raw, reads)).status).toBe(403);
  expect((await call("GET", `/messages/${id}`, { as: reads })).status).toBe(200);
  expect((await post(`/messages/${id}/modify`, { removeLabelIds: ["UNREAD"] }, reads)).status).toBe(403);
  expect((await call("DELETE", `/messages/${id}`)).status).toBe(403);
  expect((await call("DELETE", `/messages/${id}`, { as: full })).status).toBe(204);
  sandbox.gmail.tokens.expire(me);
  expect(await call("GET", "/profile")).toMatchObject({ status: 401, reason: "authError" });
});

test("opens mail servers only to the scope mail.google.com, and has them off at gmail-only.*", async () => {
  const opens = async (user: string, scope: string) => {
    const { access_token: accessToken } = await grantOf(sandbox.graph, user, scope);
    const { host, ports, ca } = sandbox;
    const smtp = createTransport({ host, port: ports.smtps, secure: true, tls: { ca }, auth: { type: "OAuth2", user, accessToken } });
    return smtp.verify().then(
      () => "open",
      ({ response }: { response: string }) => response,
    );
  };

  expect(await opens(me, "https://mail.google.com/")).toBe("open");
  expect(await opens(me, GMAIL_SCOPES)).toContain("535");
  expect(await opens("me@gmail-only.test", "https://mail.google.com/")).toContain("5.7.8");
});

test("answers up to 100 calls of a batch each alone, in another order, with planted faults in between", async () => {
  deliver(3);
  const ids = idsOf(await get("/messages"));
  const batch = (paths: readonly string[]) => {
    const parts = paths.map(
      (path, at) => `--b\r\nContent-Type: application/http\r\nContent-ID: <item${at}>\r\n\r\nGET /gmail/v1/users/me${path}\r\n\r\n`,
    );
    return call("POST", "/batch/gmail/v1", {
      body: `${parts.join("")}--b--`,
      headers: { "content-type": 'multipart/mixed; boundary="b"' },
    });
  };
  sandbox.gmail.faults.plant({ on: new RegExp(`GET .*${ids[1]}`), does: gmailError(429, "rateLimitExceeded") });
  const { headers, text } = await batch(ids.map((id) => `/messages/${id}?format=minimal`));
  const answers = [...text.matchAll(/Content-ID: <response-item(\d)>\r\n\r\nHTTP\/1\.1 (\d+)/g)].map(([, at, status]) => [at, status]);

  expect(headers.get("content-type")).toMatch(/^multipart\/mixed; boundary=/);
  expect(answers).toEqual([
    ["2", "200"],
    ["1", "429"],
    ["0", "200"],
  ]);
  expect(text).toContain('"domain":"usageLimits","reason":"rateLimitExceeded"');
  expect((await batch(Array<string>(101).fill("/profile"))).status).toBe(400);
});

test("watches a mailbox for seven days, until that is stopped", async () => {
  const watched = (await post("/watch", { topicName: "projects/p/topics/t", labelIds: ["INBOX"] })).json;

  expect(Number(watched.expiration) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
  expect(sandbox.gmail.watches.get(me)).toMatchObject({ topicName: "projects/p/topics/t", labelIds: ["INBOX"] });
  expect((await post("/watch", { topicName: "t" })).status).toBe(400);
  expect((await post("/stop", {})).status).toBe(204);
  expect(sandbox.gmail.watches.has(me)).toBe(false);
});

test("answers mail to reply.*, which was sent by the API, in the thread of the email", async () => {
  const { threadId } = (await post("/messages/send", { raw: rawOf(mime("reply.jane@there.test")) })).json;

  await expect.poll(async () => idsOf(await get("/messages?labelIds=INBOX")), { timeout: 5_000 }).toHaveLength(1);
  expect((await get("/messages?labelIds=INBOX")).messages[0].threadId).toBe(threadId);
});
