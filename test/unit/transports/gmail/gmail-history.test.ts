// What is believed of Gmail's histories and lists, one guard at a time: the stand-in of the suites on the stores gives no odd ones.
import { describe, expect, it } from "vitest";
import { ServerDisagrees } from "#shared/inbox/pull/sync-state.ts";
import {
  after,
  covers,
  deletedSince,
  linkIn,
  currentLink,
  pageAt,
  statusOf,
  readList,
  startOf,
} from "#shared/transports/gmail/gmail-history.ts";
import { reads } from "#test/support/gmail-reads.ts";

describe("a link to a place in the history", () => {
  const link = { history: "12", after: 5, named: ["Label_1"] };

  it.each([
    [undefined],
    [""],
    ["nonsense"],
    [JSON.stringify({ ...link, history: "12x" })],
    [JSON.stringify({ ...link, history: 12 })],
    [JSON.stringify({ ...link, history: "1".repeat(21) })],
    [JSON.stringify({ ...link, after: "5" })],
    [JSON.stringify({ ...link, named: "Label_1" })],
  ])("that is broken is none: %s", (text) => expect(linkIn(text)).toBeUndefined());

  it("is read with its page and what was compared, where these are texts", () => {
    expect(linkIn(JSON.stringify({ ...link, page: "p", upTo: 7, compared: "" }))).toEqual({ ...link, page: "p", compared: "" });
  });

  it("goes on at the next page, and after the last one where the history ended when the first was read", () => {
    const page = { ids: [], deleted: new Set<string>(), labels: new Map(), historyId: "20" };
    const second = after(link, { ...page, next: "p2" });
    expect(second).toEqual({ ...link, page: "p2", upTo: "20" });
    expect(after(second, { ...page, historyId: "30", next: "" })).toEqual({ ...link, history: "20" });
    expect(after(link, { ...page, next: "" })).toEqual({ ...link, history: "20" });
  });

  it("covers what is asked for from its date on, with exactly its labels", () => {
    const at = new Date(100_000_000);
    const known = { history: "1", after: startOf(at), named: ["a", "b"] };
    const wanted = (...names: string[]) => ({ labels: new Set<string>(), named: new Set(names) });
    expect(covers(known, { since: at }, wanted("b", "a"))).toBe(true);
    expect(covers(known, {}, wanted("a", "b"))).toBe(true);
    expect(covers(known, { since: new Date(at.getTime() - 2_000) }, wanted("a", "b"))).toBe(false);
    expect(covers(known, { since: at }, wanted("a"))).toBe(false);
    expect(covers(known, { since: at }, wanted("a", "b", "c"))).toBe(false);
    expect(covers(known, { since: at }, wanted("a", "c"))).toBe(false);
  });

  it("begins at the history id of now, a day before the wanted date, and at none where the profile has none", async () => {
    const placement = { labels: new Set<string>(), named: new Set(["n"]) };
    expect(
      await currentLink(
        reads(() => ({ historyId: "9" })),
        { since: new Date(200_000_000) },
        placement,
      ),
    ).toEqual({
      history: "9",
      after: 200_000 - 86_400,
      named: ["n"],
      compared: "",
    });
    expect(
      (
        await currentLink(
          reads(() => ({ historyId: "9" })),
          {},
          placement,
        )
      ).after,
    ).toBe(0);
    for (const historyId of [9, "x", undefined])
      await expect(
        currentLink(
          reads(() => ({ historyId })),
          {},
          placement,
        ),
      ).rejects.toThrow(ServerDisagrees);
  });
});

describe("a page of changes", () => {
  const pageOf = (answer: object) =>
    pageAt(
      reads(() => answer),
      { history: "1" },
    );

  it.each([
    [{ history: [] }],
    [{ historyId: 5 }],
    [{ historyId: "x1" }],
    [{ historyId: "5", history: {} }],
    [{ historyId: "5", history: "none" }],
  ])("that is none is an error: %j", async (answer) => expect(pageOf(answer)).rejects.toThrow(ServerDisagrees));

  it("names each message once, by all its records, tells deletions and the labels that are told, and leaves out what has no id", async () => {
    const page = await pageOf({
      historyId: "5",
      nextPageToken: "n",
      history: [
        { messages: [{ id: "a" }, { id: "" }, {}], messagesAdded: [{ message: { id: "a", labelIds: ["INBOX", 7] } }] },
        {
          messagesDeleted: [{ message: { id: "b" } }],
          labelsAdded: [{ message: { id: "c", labelIds: "none" } }],
          labelsRemoved: [{ message: { id: "d" } }],
        },
      ],
    });
    expect({ ...page, labels: [...page.labels] }).toEqual({
      ids: ["a", "b", "c", "d"],
      deleted: new Set(["b"]),
      labels: [["a", ["INBOX", ""]]],
      next: "n",
      historyId: "5",
    });
  });

  it("is asked for by its token, and deletions alone by their type; a refusal of these is no deletion", async () => {
    const asked = reads(() => ({ historyId: "5", history: [{ messagesDeleted: [{ message: { id: "z" } }] }] }));
    await pageAt(asked, { history: "1", page: "p/1" });
    expect(await deletedSince(asked, "3")).toEqual(new Set(["z"]));
    expect(asked.asked.map((path) => path.replace(/^.*history\?/, ""))).toEqual([
      "startHistoryId=1&maxResults=500&pageToken=p%2F1",
      "startHistoryId=3&maxResults=500&historyTypes=messageDeleted",
    ]);
    expect(
      await deletedSince(
        reads(() => new Error("no")),
        "3",
      ),
    ).toEqual(new Set());
    expect(statusOf(new Error("no"))).toBeUndefined();
  });
});

describe("a list", () => {
  const pages = (...answers: readonly unknown[]) => {
    let n = 0;
    return reads(() => answers[Math.min(n++, answers.length - 1)]);
  };
  const ids = (...names: string[]) => ({ messages: names.map((id) => ({ id })) });

  it("is read to its end, by the label and the date, without drafts; the archive's is of all labels", async () => {
    const one = pages({ ...ids("a", ""), nextPageToken: "p" }, ids("b", "a"));
    expect(await readList(one, "Label_1", 7)).toEqual({ ids: ["a", "b"], isOnePage: false });
    expect(one.asked.map((path) => new URL(path, "https://x.test").searchParams.toString())).toEqual([
      "maxResults=500&labelIds=Label_1&q=after%3A7+-in%3Adrafts",
      "maxResults=500&labelIds=Label_1&q=after%3A7+-in%3Adrafts&pageToken=p",
    ]);
    const all = pages({});
    expect(await readList(all, "ARCHIVE", 7)).toEqual({ ids: [], isOnePage: true });
    expect(all.asked[0]).not.toContain("labelIds");
    await expect(readList(pages({ messages: {} }), "INBOX", 7)).rejects.toThrow(ServerDisagrees);
  });

  it("ends early on the first page that is known as a whole, and is then not one page", async () => {
    const known = new Map([
      ["a", 1],
      ["b", 1],
    ]);
    expect(await readList(pages({ ...ids("a", "b"), nextPageToken: "p" }), "INBOX", 0, known)).toEqual({
      ids: ["a", "b"],
      isOnePage: false,
    });
    expect((await readList(pages({ ...ids("a", "c"), nextPageToken: "p" }, ids("b")), "INBOX", 0, known)).ids).toEqual(["a", "c", "b"]);
  });

  it("that has no end is told with what it brought", async () => {
    expect(await readList(pages({ ...ids("a"), nextPageToken: "p" }), "INBOX", 0)).toMatchObject({
      ids: ["a"],
      isOnePage: false,
      end: expect.any(ServerDisagrees),
    });
  });
});
