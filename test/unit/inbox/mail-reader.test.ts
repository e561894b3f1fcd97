import type { FetchMessageObject, FetchQueryObject } from "imapflow";
import { describe, expect, it } from "vitest";
import type { LeanImapFlow } from "#shared/transports/imap/lean-imap-flow.ts";
import { imapMailReader } from "#shared/transports/imap/mail-reader.ts";
import { rawMail } from "../mail/read/raw-mail.ts";

const account = { host: "h", port: 993, username: "u", credential: { password: "p" } };
/** A client that answers as told and remembers what it was asked. */
const aClient = (facts: {
  capabilities?: readonly string[];
  messages?: readonly Partial<FetchMessageObject>[];
  fetched?: (uids: string, query: FetchQueryObject) => readonly Partial<FetchMessageObject>[];
  found?: readonly number[];
}) => {
  const { capabilities = [], messages = [], found = [] } = facts;
  const asked: string[] = [];
  const client = {
    assertAlive: () => undefined,
    can: (capability: string) => capabilities.includes(capability),
    uidsOf: async (query: { uid: string; since: Date }) => (
      asked.push(`SEARCH ${query.uid} ${query.since.toISOString().slice(0, 10)}`),
      found
    ),
    fetchEach: async (uids: string, query: FetchQueryObject, take: (answer: FetchMessageObject) => void) => {
      asked.push(`FETCH ${uids} ${Object.keys(query).join(" ")}`);
      for (const answer of facts.fetched ? facts.fetched(uids, query) : messages) take(answer as FetchMessageObject);
    },
    close: () => undefined,
  } as unknown as LeanImapFlow;
  return { asked, session: imapMailReader(async () => client).open(account, AbortSignal.timeout(1000)) };
};

describe("a search", () => {
  it("asks a day earlier and leaves out the last message, which n:* always names", async () => {
    const { asked, session } = aClient({ found: [9, 4] });

    expect(await (await session).search({ above: 8, upTo: Infinity, since: new Date("2026-11-20T23:30:00Z") })).toEqual([9]);
    expect(asked).toEqual(["SEARCH 9:* 2026-11-19"]);
  });
});

describe("a message", () => {
  it("carries Gmail's ids, and is its owner's own when it is labelled sent, a draft when it is labelled so", async () => {
    const message = { uid: 5, emailId: "17", threadId: "16", size: 10, internalDate: new Date(0), flags: new Set<string>() };
    const messages = [
      { ...message, labels: new Set(["\\Inbox", "work"]) },
      { ...message, uid: 6, labels: new Set(["\\Sent"]) },
      { ...message, uid: 7, labels: new Set(["\\Draft"]) },
    ];
    const { session } = aClient({ capabilities: ["X-GM-EXT-1"], messages });

    const facts = await (await session).facts([5, 6, 7]);

    expect(facts.map(({ own, draft }) => [own, draft])).toEqual([
      [false, false],
      [true, false],
      [false, true],
    ]);
    expect(facts[0]).toMatchObject({ providerId: "gm:17", providerThreadId: "gm:16" });
  });

  it("is fetched whole with others when it is small, and of a large one only headers and texts", async () => {
    const raw = rawMail({ headers: { "Message-ID": "<small@x.test>" } });
    const large = rawMail({ headers: { "Message-ID": "<large@x.test>", "Content-Type": "multipart/mixed; boundary=b" }, body: "" });
    const structure = {
      type: "multipart/mixed",
      parameters: { boundary: "b" },
      childNodes: [
        { part: "1", type: "text/plain", encoding: "7bit", size: 5, parameters: { charset: "utf-8" } },
        {
          part: "2",
          type: "application/pdf",
          encoding: "base64",
          size: 1_368_422,
          disposition: "attachment",
          dispositionParameters: { filename: "=?utf-8?Q?=C3=84.pdf?=" },
        },
      ],
    };
    const { asked, session } = aClient({
      fetched: (uids, query) => {
        if (query.source) return [1, 2].map((uid) => ({ uid, source: raw }));
        if (query.bodyStructure) return [{ uid: 3, bodyStructure: structure, headers: large }];
        return uids === "3"
          ? [
              {
                uid: 3,
                bodyParts: new Map([
                  ["1", Buffer.from("Hello")],
                  ["2", Buffer.from(`${"A".repeat(52)}\r\n${"A".repeat(76)}\r\n${"A".repeat(66)}==`)],
                  ["2.mime", Buffer.from('Content-Disposition: attachment; filename="=?utf-8?Q?=C3=84.pdf?="\r\n\r\n')],
                ]),
              },
            ]
          : [];
      },
    });
    const facts = { receivedAt: new Date(0), seen: false, own: false };

    const mails = await (await session).fetch([1, 2, 3].map((uid) => ({ ...facts, uid, size: uid === 3 ? 1_400_000 : raw.length })));

    expect(asked).toEqual(["FETCH 1:2 uid source", "FETCH 3 uid bodyStructure bodyParts", "FETCH 3 uid bodyParts"]);
    expect(mails.map(({ parsed }) => parsed.messageId)).toEqual(["<small@x.test>", "<small@x.test>", "<large@x.test>"]);
    expect(mails[2]?.parsed).toMatchObject({
      text: "Hello",
      attachments: [{ part: "2", filename: "Ä.pdf", size: 1_000_000, contentType: "application/pdf" }],
    });
  });

  it("whose structure cannot be read is read from its beginning; one that is gone is left out", async () => {
    const raw = rawMail({ headers: { "Message-ID": "<odd@x.test>" } });
    const { session } = aClient({ fetched: (uids, query) => (query.source && uids === "3" ? [{ uid: 3, source: raw }] : []) });
    const facts = { size: 1_000_000, receivedAt: new Date(0), seen: false, own: false };

    const mails = await (
      await session
    ).fetch([
      { ...facts, uid: 3 },
      { ...facts, uid: 4 },
    ]);

    expect(mails.map(({ parsed }) => [parsed.messageId, parsed.truncated.body])).toEqual([["<odd@x.test>", false]]);
  });
});
