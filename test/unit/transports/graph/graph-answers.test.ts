// What is believed of Graph's answers, one guard at a time.
import { describe, expect, it } from "vitest";
import type { ApiReads } from "#shared/transports/http/batches.ts";
import { ServerDisagrees } from "#shared/inbox/pull/sync-state.ts";
import { fetchGraphHeaders, fetchGraphMails } from "#shared/transports/graph/read-changes.ts";
import { itemOf, listFolders, pathOf, totalIn } from "#shared/transports/graph/graph-folders.ts";

/** Reads from a server that answers each request of a batch so; a number is an error of that status. */
const reads = (answer: (url: string) => unknown) => {
  const asked: string[] = [];
  const json = async (_: unknown, { json: sent }: { json: { requests: readonly { id: string; url: string }[] } }) => ({
    responses: sent.requests
      .map(({ id, url }) => {
        asked.push(url);
        const body = answer(url);
        return typeof body === "number" ? { id, status: body } : { id, status: 200, body };
      })
      .toReversed(),
  });
  const account = { api: "graph", apiUrl: "https://graph.test/v1.0", username: crypto.randomUUID(), credential: { accessToken: "t" } };
  return Object.assign({ account, client: { json }, signal: new AbortController().signal } as unknown as ApiReads, { asked });
};

describe("folders", () => {
  const folder = (id: string, displayName: string, parentFolderId = "root", more: object = {}) => ({
    id,
    displayName,
    parentFolderId,
    ...more,
  });
  const list = (folders: readonly object[], below: Readonly<Record<string, unknown>> = {}, well: Readonly<Record<string, unknown>> = {}) =>
    listFolders(
      reads((url) => {
        const name = /mailFolders\/(\w+)\?\$select=id$/.exec(url)?.[1];
        if (name) return well[name] ?? (name.toLowerCase() === "inbox" ? { id: "in" } : 404);
        const of = /mailFolders\/(\w+)\/childFolders/.exec(url)?.[1];
        return of
          ? (below[of] ?? { value: [] })
          : url.includes("page=")
            ? below[url.split("page=")[1]!]
            : { value: folders, "@odata.nextLink": below["next"] };
      }),
    );
  const paths = async (...given: Parameters<typeof list>) => (await list(...given)).map(({ path }) => path);

  it("are named by the way to them, INBOX by its use and not by its name", async () => {
    const tree = [folder("in", "Posteingang"), folder("a", "A", "root", { childFolderCount: 1 }), folder("x", "INBOX2")];
    expect(
      await paths(tree, { a: { value: [folder("b", "B", "a", { childFolderCount: 1 })] }, b: { value: [folder("c", "C", "b")] } }),
    ).toEqual(["INBOX", "A", "INBOX2", "A/B", "A/B/C"]);
    expect(await paths([folder("s", "S", "in"), folder("in", "x")])).toEqual(["INBOX", "INBOX/S"]);
    expect(await list([folder("a", "A")])).toEqual([
      { id: "in", path: "INBOX" },
      { id: "a", path: "A" },
    ]);
  });

  it("of one name are one, and the one with a use comes first", async () => {
    const found = await list(
      [folder("mine", "Sent Items"), folder("in", "x"), folder("sent", "Sent Items")],
      {},
      { sentitems: { id: "sent" } },
    );
    expect(found.filter(({ path }) => path === "Sent Items")).toEqual([{ id: "sent", path: "Sent Items", use: "sent" }]);
    expect(await paths([folder("in", "x"), folder("", "Nameless"), folder("n", ""), folder("o", "INBOX")])).toEqual(["INBOX"]);
  });

  it("tell how many items they hold, where that is a number", async () => {
    expect([
      totalIn({ totalItemCount: 0 }),
      totalIn({ totalItemCount: 7 }),
      totalIn({ totalItemCount: -1 }),
      totalIn({ totalItemCount: 1.5 }),
      totalIn({ totalItemCount: "7" }),
      totalIn({}),
    ]).toEqual([0, 7, undefined, undefined, undefined, undefined]);
    expect(await list([folder("in", "x", "root", { totalItemCount: 3 })])).toEqual([{ id: "in", path: "INBOX", total: 3 }]);
  });

  it("are listed page by page, below this server alone, and each once", async () => {
    const next = "https://graph.test/v1.0/me/mailFolders?page=2";
    expect(await paths([folder("in", "x")], { next, "2": { value: [folder("in", "x"), folder("z", "Z")] } })).toEqual(["INBOX", "Z"]);
    await expect(list([folder("in", "x")], { next: "https://evil.test/v1.0/x" })).rejects.toThrow(ServerDisagrees);
    expect(() =>
      pathOf(
        reads(() => 0),
        "https://graph.test/v1.0.evil/x",
      ),
    ).toThrow(ServerDisagrees);
    await expect(list([folder("in", "x")], { next, "2": { value: [], "@odata.nextLink": next } })).rejects.toThrow("no end");
  });

  it("are an error without an INBOX, or where a list is refused, so that none is forgotten", async () => {
    await expect(list([folder("a", "A")], {}, { inbox: 404 })).rejects.toBeInstanceOf(Error);
    await expect(list([folder("in", "x", "root", { childFolderCount: 1 })], { in: 500 })).rejects.toMatchObject({ reason: "refused" });
  });
});

describe("a small message", () => {
  const wanted = { facts: { uid: 7 }, item: { id: "m/1", size: 10, hasAttachments: false } } as never;
  const fetched = async (body: unknown) =>
    (
      await fetchGraphMails(
        reads(() => body),
        [wanted],
      )
    ).map(({ parsed }) => parsed.subject);

  it("is read from its MIME, in base64 or plain, and is missing without any", async () => {
    const mime = "Subject: Hi\r\n\r\nBody";
    expect(await fetched(mime)).toEqual(["Hi"]);
    expect(await fetched(Buffer.from(mime).toString("base64"))).toEqual(["Hi"]);
    for (const none of ["", { value: 1 }, null, 404]) expect(await fetched(none)).toEqual([]);
    const asking = reads(() => mime);
    await fetchGraphMails(asking, [wanted]);
    expect(asking.asked).toEqual(["/me/messages/m%2F1/$value"]);
  });

  it("without an answer has no headers either", async () => {
    expect(
      await fetchGraphHeaders(
        reads(() => 404),
        wanted,
      ),
    ).toBeUndefined();
  });
});

it("an entry of a list without dates or marks is unread mail of now", () => {
  const item = itemOf({ id: "m" });
  expect(item).toMatchObject({ id: "m", seen: false, draft: false });
  expect(Math.abs(item.receivedAt.getTime() - Date.now())).toBeLessThan(60_000);
  expect(itemOf({ id: "m", receivedDateTime: "2027-01-01T00:00:00Z", isRead: true, isDraft: true, hasAttachments: true })).toMatchObject({
    receivedAt: new Date("2027-01-01T00:00:00Z"),
    seen: true,
    draft: true,
    hasAttachments: true,
  });
});
