// What is believed of Gmail's labels, and of a batch's answers, one guard at a time: the stand-in of the suites on the stores gives no odd ones.
import { describe, expect, it } from "vitest";
import { ServerDisagrees } from "#shared/inbox/pull/sync-state.ts";
import { readBatch } from "#shared/transports/gmail/gmail-client.ts";
import { assumedPlace, hasUnknown, listLabels, placed, readFacts } from "#shared/transports/gmail/gmail-labels.ts";
import { providerIdOf } from "#shared/transports/gmail/fetch-gmail-mails.ts";
import { partOf, reads, whole } from "#test/support/gmail-reads.ts";

describe("labels", () => {
  it("are folders where they are the user's, have an id and a name of their own, and are not the system's", async () => {
    const labels = [
      { id: "INBOX", name: "INBOX", type: "system" },
      { id: "Label_1", name: "Work", type: "user" },
      { id: "Label_2", name: "Work", type: "user" },
      { id: "Label_3", name: "INBOX", type: "user" },
      { id: "Label_4", name: "", type: "user" },
      { id: "", name: "Nameless", type: "user" },
      { id: "SENT", name: "Mine", type: "user" },
      { id: "Label_5", name: "Category", type: "system" },
      { id: "Label_6", name: "[Gmail]/All Mail", type: "user" },
      { id: "Label_7", name: "Home", type: "user" },
    ];
    expect((await listLabels(reads(() => ({ labels })))).map(({ id }) => id)).toEqual([
      "INBOX",
      "SENT",
      "SPAM",
      "ARCHIVE",
      "Label_1",
      "Label_7",
    ]);
    for (const none of [undefined, {}, "x"]) await expect(listLabels(reads(() => ({ labels: none })))).rejects.toThrow(ServerDisagrees);
    const many = Array.from({ length: 1_200 }, (_, n) => ({ id: `Label_${n}`, name: `n${n}`, type: "user" }));
    expect((await listLabels(reads(() => ({ labels: many })))).length).toBe(1_004);
  });

  const placement = { labels: new Set(["INBOX", "SENT", "SPAM", "ARCHIVE", "Label_1", "Label_2", "Label_3"]), named: new Set(["Label_3"]) };
  it.each([
    [["INBOX", "SENT"], "INBOX"],
    [["SENT", "Label_1"], "SENT"],
    [["INBOX", "SPAM"], "SPAM"],
    [["Label_2", "Label_1"], "Label_1"],
    [["Label_1", "Label_3"], "Label_3"],
    [["Label_9"], "ARCHIVE"],
    [["UNREAD"], "ARCHIVE"],
    [[], "ARCHIVE"],
    [["DRAFT", "INBOX"], undefined],
    [["TRASH"], undefined],
    [["CHAT", "Label_1"], undefined],
  ])("%j put a message into %s", (labelIds, folderId) => {
    const item = { id: "m", receivedAt: new Date(), seen: true, draft: false, hasAttachments: true };
    const { there, nowhere } = placed(
      new Map([
        ["m", { labelIds, item }],
        ["x", "missing"],
        ["y", "unknown"],
      ] as never),
      placement,
    );
    expect([there.map((one) => one.folderId), nowhere]).toEqual(folderId === undefined ? [[], ["m"]] : [[folderId], []]);
    expect(assumedPlace("m", labelIds, placement).map((one) => one.folderId)).toEqual(folderId === undefined ? [] : [folderId]);
  });

  it("that nobody told put what is assumed into INBOX; only a label of a user's form can be unknown", () => {
    expect(assumedPlace("m", undefined, placement)).toMatchObject([
      { folderId: "INBOX", item: { id: "m", seen: false, draft: false, hasAttachments: true } },
    ]);
    expect([["Label_9"], ["Label_1"], ["CATEGORY_SOCIAL"], ["INBOX", "Label_8"]].map((ids) => hasUnknown(ids, placement))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
});

describe("a batch", () => {
  const two = ["/a", "/b"];
  const bodies = (answers: Awaited<ReturnType<typeof readBatch>>) => answers.map((one) => ("body" in one ? one.body : one.error.status));

  it("is read by the places that its answers name, in any order, with either line end and a quoted boundary", async () => {
    const swapped = whole(partOf(1, 200, '{"n":1}'), partOf(0, 200, '{"n":0}'));
    expect(
      bodies(
        await readBatch(
          reads(
            () => 0,
            () => swapped,
          ),
          two,
        ),
      ),
    ).toEqual([{ n: 0 }, { n: 1 }]);
    expect(
      bodies(
        await readBatch(
          reads(
            () => 0,
            () => swapped,
            'multipart/mixed; boundary="B"',
          ),
          two,
        ),
      ),
    ).toEqual([{ n: 0 }, { n: 1 }]);
    const bare = whole(partOf(0, 200, '{"n":0}', "\n"), partOf(1, 200, '{"n":1}', "\n"));
    expect(
      bodies(
        await readBatch(
          reads(
            () => 0,
            () => bare,
          ),
          two,
        ),
      ),
    ).toEqual([{ n: 0 }, { n: 1 }]);
  });

  it.each([
    ["left out", whole(partOf(0, 200, "{}"))],
    ["under a place that nobody asked for", whole(partOf(0, 200, "{}"), partOf(7, 200, '{"n":7}'))],
    ["under no number", whole(partOf(0, 200, "{}"), partOf("x", 200, '{"n":7}'))],
    ["without a status", whole(partOf(0, 200, "{}"), partOf(1, 200, "{}").replace("HTTP/1.1 200 X", "HTTP/1.1 fine"))],
    ["without an end of its own fields", whole(partOf(0, 200, "{}"), "--B\r\nContent-ID: <response-1>\r\n")],
    ["with what is no JSON", whole(partOf(0, 200, "{}"), partOf(1, 200, "<html>"))],
  ])("an answer of which is %s counts as left out", async (_, body) => {
    expect(
      bodies(
        await readBatch(
          reads(
            () => 0,
            () => body,
          ),
          two,
        ),
      ),
    ).toEqual([{}, 0]);
  });

  it("answers 299 as 200, and 300 and more as errors; without a boundary it is no answer", async () => {
    const body = whole(partOf(0, 299, "{}"), partOf(1, 300, "{}"));
    expect(
      bodies(
        await readBatch(
          reads(
            () => 0,
            () => body,
          ),
          two,
        ),
      ),
    ).toEqual([{}, 300]);
    await expect(
      readBatch(
        reads(
          () => 0,
          () => body,
          "multipart/mixed",
        ),
        two,
      ),
    ).rejects.toMatchObject({ reason: "unreachable" });
  });

  const facts = async (of: readonly (readonly [number, string])[], ids = ["m"]) => {
    let n = 0;
    return readFacts(
      reads(
        () => 0,
        (paths) => whole(...paths.map((_, at) => partOf(at, ...of[Math.min(n++, of.length - 1)]!))),
      ),
      ids,
    );
  };
  const message = (more: object = {}) =>
    JSON.stringify({ id: "m", labelIds: ["INBOX"], internalDate: "1700000000000", sizeEstimate: 5, ...more });

  it.each([
    [{}, { receivedAt: new Date(1_700_000_000_000), seen: true, size: 5 }],
    [{ labelIds: ["UNREAD"] }, { seen: false }],
    [{ labelIds: "INBOX" }, { seen: true }],
    [{ sizeEstimate: 0 }, { size: undefined }],
    [{ sizeEstimate: 1.5 }, { size: undefined }],
    [{ sizeEstimate: undefined }, { size: undefined }],
  ])("tells a message's facts: %j", async (more, item) => {
    const found = (await facts([[200, message(more)]])).get("m");
    const { size, ...told } = (found as { item: { size?: number } }).item;
    expect({ size, ...told }).toMatchObject(item);
  });

  it.each([["0"], ["-5"], ["8000000000000000"], ["x"], [undefined]])(
    "gives mail of no possible date (%s) the date of now",
    async (internalDate) => {
      const { item } = (await facts([[200, message({ internalDate })]])).get("m") as { item: { receivedAt: Date } };
      expect(Math.abs(item.receivedAt.getTime() - Date.now())).toBeLessThan(60_000);
    },
  );

  it("asks a second time for what had no answer, and takes no other message's answer for it", async () => {
    expect(
      (
        await facts([
          [404, "{}"],
          [200, message()],
        ])
      ).get("m"),
    ).toMatchObject({ labelIds: ["INBOX"] });
    expect((await facts([[404, "{}"]])).get("m")).toBe("missing");
    expect((await facts([[200, message({ id: "other" })]])).get("m")).toBe("unknown");
  });

  it("throws where the grant or the project is refused, and where nothing at all was answered for; one answer is enough", async () => {
    const refused = JSON.stringify({ error: { code: 401, status: "UNAUTHENTICATED", message: "no" } });
    await expect(facts([[401, refused]])).rejects.toMatchObject({ reason: "credentials" });
    const project = JSON.stringify({ error: { code: 403, errors: [{ reason: "dailyLimitExceeded" }], message: "no" } });
    await expect(facts([[403, project]])).rejects.toMatchObject({ reason: "operator" });
    await expect(facts([[500, "{}"]])).rejects.toMatchObject({ reason: "refused" });
    await expect(
      readFacts(
        reads(
          () => 0,
          () => whole(partOf(9, 200, "{}")),
        ),
        ["m"],
      ),
    ).rejects.toThrow(ServerDisagrees);
    expect(
      (
        await facts(
          [
            [500, "{}"],
            [200, message({ id: "n" })],
            [500, "{}"],
          ],
          ["m", "n"],
        )
      ).get("m"),
    ).toBe("unknown");
    expect(
      (
        await facts(
          [
            [404, "{}"],
            [500, "{}"],
            [404, "{}"],
            [500, "{}"],
          ],
          ["m", "n"],
        )
      ).get("m"),
    ).toBe("missing");
  });
});

it("a message has the number by which IMAP knows it; an id of another form is its own name", () => {
  expect(["18c2f", "FFFFFFFFFFFFFFFF", "10000000000000000", "x1", ""].map(providerIdOf)).toEqual([
    "gm:101423",
    "gm:18446744073709551615",
    "gmail:10000000000000000",
    "gmail:x1",
    "gmail:",
  ]);
});
