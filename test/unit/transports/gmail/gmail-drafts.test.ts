// What is sent to Gmail with a draft, and which email there is taken for ours.
import { expect, it } from "vitest";
import { buildMime } from "#shared/mail/write/build-mime.ts";
import { gmailDrafts, gmailMails, gmailSentFolder, recipientsIn } from "#shared/transports/gmail/gmail-drafts.ts";
import { ApiError, type ApiClient } from "#shared/transports/http/api-client.ts";
import { account } from "#test/support/gmail-reads.ts";

const ID = "0123456789abcdef01234567";
const email = (more: object = {}) => ({
  from: "me@example.test",
  to: ["jane@there.test"],
  raw: buildMime({
    from: { name: "", email: "me@example.test" },
    to: { name: "", email: "Jane@there.test" },
    subject: "Hi",
    date: new Date(0),
    messageId: `<${ID}.x@example.test>`,
    tracking: `${ID}.0123456789abcdef0123456789abcdef`,
    references: [],
    headers: {},
    text: "Hi",
    html: "",
    files: [],
    ...more,
  }),
});
const gone = (status: number, reply = "") =>
  new ApiError(
    { service: "Gmail", errorIn: () => ({ codes: [], message: "" }), isPace: () => false, paceMs: 1, refusesGrant: () => false },
    { status, codes: [], message: "", reply, retryAfterMs: undefined },
    account,
  );

/** A client that answers by path, and the uploads that it got: their JSON, and where the email begins. */
const client = (answer: (path: string, tries: number) => unknown) => {
  const [uploads, asked]: [unknown[], string[]] = [[], []];
  const json = async (_: unknown, { path, body }: { path: string; body?: { bytes: Buffer } }) => {
    asked.push(path);
    if (body) uploads.push(JSON.parse(/\r\n\r\n(\{.*\})\r\n--/.exec(body.bytes.toString())![1]!));
    const given = answer(path, uploads.length);
    if (given instanceof Error) throw given;
    return given;
  };
  return { client: { json } as unknown as ApiClient, uploads, asked };
};
const draft = { id: "d1", message: { threadId: "t1" } };

it("a draft is made in the thread of what it answers, and in none where that is nowhere, or gone by then", async () => {
  const answering = email({ inReplyTo: "<asked@there.test>", references: ["<asked@there.test>"] });
  const inThread = client((path) => (path.includes("/upload/") ? draft : { messages: [{ id: "m", threadId: "t1" }] }));
  expect(await gmailDrafts(inThread.client, account).create(answering)).toEqual({
    id: "d1.t1",
    isDraft: true,
    messageId: undefined,
    recipients: ["jane@there.test"],
  });
  expect(inThread.uploads).toEqual([{ message: { threadId: "t1" } }]);

  const nowhere = client((path) => (path.includes("/upload/") ? draft : {}));
  await gmailDrafts(nowhere.client, account).create(answering);
  expect(nowhere.uploads).toEqual([{ message: {} }]);

  for (const error of [gone(404), gone(400, "400 Invalid thread_id value")]) {
    const late = client((path, tries) => (path.includes("/upload/") ? (tries === 1 ? error : draft) : { messages: [{ threadId: "t1" }] }));
    await gmailDrafts(late.client, account).create(answering);
    expect(late.uploads).toEqual([{ message: { threadId: "t1" } }, { message: {} }]);
  }
  const refused = client((path) => (path.includes("/upload/") ? gone(400, "400 no") : { messages: [{ threadId: "t1" }] }));
  await expect(gmailDrafts(refused.client, account).create(answering)).rejects.toThrow("400");
  expect(refused.uploads).toHaveLength(1);
});

it("a grant that only sends looks for no thread, and an email that answers nothing neither", async () => {
  const asking = client(() => draft);
  const mails = gmailMails(asking.client, { ...account, access: "send" });
  expect(await mails.threadFor(email({ inReplyTo: "<asked@there.test>", references: [] }))).toBeUndefined();
  expect(await mails.idOf("m1")).toBeUndefined();
  expect(await gmailMails(asking.client, account).threadFor(email())).toBeUndefined();
  expect(asking.asked).toEqual([]);
});

it.each([[{}], [{ id: "d1" }], [{ id: "d1", message: { threadId: "" } }], [{ id: "d/1", message: { threadId: "t" } }]])(
  "an answer that names no draft is an error: %j",
  async (answer) => {
    await expect(gmailDrafts(client(() => answer).client, account).create(email())).rejects.toThrow("names no draft");
  },
);

it("what was sent is known by its Message-ID or by our id in its header, in the thread of the draft, and nothing else is", async () => {
  const headers = (more: Readonly<Record<string, string>>) => ({ headers: Object.entries(more).map(([name, value]) => ({ name, value })) });
  const tracked = `${ID}.0123456789abcdef0123456789abcdef`;
  const found = async (labelIds: readonly string[], fields: Readonly<Record<string, string>>) => {
    const asking = client((path) =>
      path.includes("/drafts/") ? gone(404) : path.includes("/threads/") ? { messages: [{ labelIds, payload: headers(fields) }] } : {},
    );
    return gmailDrafts(asking.client, account).find("d1.t1", { messageId: `<${ID}.x@example.test>`, tracking: tracked });
  };
  const { TRACKING_HEADER } = await import("#shared/mail/write/custom-headers.ts");

  expect(await found(["SENT"], { "message-id": `<${ID}.x@example.test>`, To: "Jane <JANE@there.test>" })).toEqual({
    id: "d1.t1",
    isDraft: false,
    messageId: `<${ID}.x@example.test>`,
    recipients: ["jane@there.test"],
  });
  expect(await found(["SENT"], { "Message-ID": "<other@mail.gmail.com>", [TRACKING_HEADER]: tracked })).toMatchObject({ isDraft: false });
  expect(await found(["INBOX"], { "Message-ID": `<${ID}.x@example.test>` })).toBeUndefined();
  expect(await found(["SENT"], { "Message-ID": "<other@mail.gmail.com>" })).toBeUndefined();
});

it("its recipients are those of its fields and the hidden ones, in lower case", () => {
  expect(recipientsIn({ ...email(), hidden: ["Boss@there.test"] })).toEqual(["jane@there.test", "boss@there.test"]);
  expect(recipientsIn(email())).toEqual(["jane@there.test"]);
});

it("copies of sent mail are filed by Gmail, so that each counts as filed and none is uploaded", async () => {
  const copies = [{ messageId: "<1@x.test>" }, { messageId: "<2@x.test>" }] as never[];
  const filed: unknown[] = [];
  const given = async function* () {
    yield* copies;
  };
  const none = async () => Promise.reject(new Error("not asked"));
  for await (const copy of gmailSentFolder(none).append(account, given(), () => undefined)) filed.push(copy);

  expect(filed).toEqual(copies);
});
