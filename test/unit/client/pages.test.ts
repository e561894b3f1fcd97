import { expect, it } from "vitest";
import { scriptedService } from "./scripted-service.ts";

const more = (path: string) => ({ link: `<${path}>; rel="next"` });
/** All rows of a list. */
const all = async <Row>(list: AsyncIterable<Row>): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  for await (const row of list) rows.push(row);
  return rows;
};
const messages = (...ids: readonly string[]) => ({ messages: ids.map((id) => ({ id })), limit: 2, offset: 0 });

it("a list is all its rows, over all its pages", async () => {
  const { client, asked } = scriptedService([
    { status: 200, body: messages("a", "b"), headers: more("/v1/inbox/messages?kind=reply&cursor=x") },
    { status: 200, body: messages("c") },
  ]);
  expect(await all(client.messages.list({ kind: "reply" }))).toEqual([{ id: "a" }, { id: "b" }, { id: "c" }]);
  expect(asked.map(({ url }) => url)).toEqual([
    "https://api.test/v1/inbox/messages?kind=reply",
    "https://api.test/v1/inbox/messages?kind=reply&cursor=x",
  ]);
});

it("a list that is awaited is its first page alone", async () => {
  const { client, asked } = scriptedService([{ status: 200, body: [{ id: "s1" }], headers: more("/v1/logs?cursor=x") }]);
  expect(await client.sends.list()).toEqual([{ id: "s1" }]);
  expect(asked).toHaveLength(1);
});

it("a list that nobody reads asks for nothing", () => {
  const { client, asked } = scriptedService([{ status: 200, body: [] }]);
  client.sends.list();
  expect(asked).toEqual([]);
});

it("reading ends where the reader stops", async () => {
  const { client, asked } = scriptedService([{ status: 200, body: messages("a"), headers: more("/v1/inbox/messages?cursor=x") }]);
  for await (const { id } of client.messages.list()) if (id === "a") break;
  expect(asked).toHaveLength(1);
});

it("the feed goes on behind its cursor", async () => {
  const { client, asked } = scriptedService([
    { status: 200, body: { events: [{ id: "e1" }], next_cursor: "1", has_more: true } },
    { status: 200, body: { events: [{ id: "e2" }], next_cursor: "2", has_more: false } },
  ]);
  expect(await all(client.events.list({ type: "send.sent" }))).toEqual([{ id: "e1" }, { id: "e2" }]);
  expect(asked[1]?.url).toBe("https://api.test/v1/events?type=send.sent&after=1");
});

it("the newest events go on behind their cursor, without asking for the newest again", async () => {
  const { client, asked } = scriptedService([
    { status: 200, body: { events: [{ id: "e8" }], next_cursor: "8", has_more: true } },
    { status: 200, body: { events: [{ id: "e9" }], next_cursor: "9", has_more: false } },
  ]);
  expect(await all(client.events.list({ latest: true, limit: 1 }))).toEqual([{ id: "e8" }, { id: "e9" }]);
  expect(asked[1]?.url).toBe("https://api.test/v1/events?limit=1&after=8");
});

it("a next page is asked of the service at its address, wherever the link leads: the key would go there", async () => {
  for (const link of ["https://elsewhere.test/v1/x?cursor=x", "/v1/inbox/messages?cursor=x", "//elsewhere.test?cursor=x"]) {
    const answers = [
      { status: 200, body: messages("a"), headers: more(link) },
      { status: 200, body: messages() },
    ];
    const { client, asked } = scriptedService(answers, { baseUrl: "https://api.test/stage//" });
    await all(client.messages.list({ kind: "reply" }));
    expect(asked.at(-1)?.url).toBe("https://api.test/stage/v1/inbox/messages?cursor=x");
  }
});

it("a link is found among those that a proxy adds", async () => {
  const link = `<https://cdn.test/style.css>; rel=preload, </v1/logs?cursor=x>; rel="next"`;
  const { client } = scriptedService([
    { status: 200, body: [{ id: "s1" }], headers: { link } },
    { status: 200, body: [{ id: "s2" }] },
  ]);
  expect(await all(client.sends.list())).toHaveLength(2);
});

it("a page that is followed by itself ends the list with an error", async () => {
  const looped = scriptedService([{ status: 200, body: messages("a"), headers: more("/v1/inbox/messages?cursor=x") }]);
  await expect(all(looped.client.messages.list())).rejects.toThrow("same page");
  const feed = scriptedService([{ status: 200, body: { events: [], next_cursor: "7", has_more: true } }]);
  await expect(all(feed.client.events.list())).rejects.toThrow("same page");
  expect([looped.asked.length, feed.asked.length]).toEqual([2, 2]);
});

it("a page that fails is the reader's error", async () => {
  const { client } = scriptedService(
    [
      { status: 200, body: messages("a"), headers: more("/v1/inbox/messages?cursor=x") },
      { status: 400, body: { message: "No" } },
    ],
    { maxRetries: 0 },
  );
  await expect(all(client.messages.list())).rejects.toThrow("400 No");
});
