import { gunzipSync } from "node:zlib";
import type { APIGatewayProxyEventV2 as Event } from "aws-lambda";
import { expect, it } from "vitest";
import { cachedAnswers } from "#shared/api/http/answer.ts";

const event = (path: string, headers: Record<string, string> = {}, rawPath = path) =>
  ({ rawPath, pathParameters: { file: path.slice(1) }, headers }) as unknown as Event;
const page = (body: string) => async () => ({
  statusCode: 200,
  headers: { "content-type": "text/html", "cache-control": "no-store" },
  body,
});

it("compresses an answer once for each name, however often it is asked for", async () => {
  const serve = cachedAnswers(300);
  let made = 0;
  const make = () => {
    made += 1;
    return page(`page ${made}`)();
  };

  const first = await serve(event("/a"), make);
  const zipped = await serve(event("/a", { "accept-encoding": "br, gzip" }), make);
  const other = await serve(event("/b"), make);

  expect(first).toMatchObject({ body: "page 1", headers: { "cache-control": "public, max-age=300", vary: "accept-encoding" } });
  expect(first.headers?.["content-encoding"]).toBeUndefined();
  expect(zipped.headers).toMatchObject({ "content-encoding": "gzip", etag: first.headers?.["etag"] });
  expect(gunzipSync(Buffer.from(zipped.body ?? "", "base64")).toString()).toBe("page 1");
  expect([other.body, made]).toEqual(["page 2", 2]);
  expect(other.headers?.["etag"]).not.toBe(first.headers?.["etag"]);
});

it("answers 304 without a body to whoever names the content, in any form of If-None-Match", async () => {
  const serve = cachedAnswers(300);
  const etag = String((await serve(event("/a"), page("x"))).headers?.["etag"]);
  const ask = async (tags: string) => (await serve(event("/a", { "if-none-match": tags }), page("x"))).statusCode;

  expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
  expect(await serve(event("/a", { "if-none-match": etag }), page("x"))).toMatchObject({ statusCode: 304, headers: { etag } });
  expect((await serve(event("/a", { "if-none-match": etag }), page("x"))).body).toBeUndefined();
  expect([await ask(etag.slice(2)), await ask(`"other", ${etag}`), await ask("*")]).toEqual([304, 304, 304]);
  expect([await ask('"other"'), await ask("")]).toEqual([200, 200]);
});

it("gives bytes back as they were", async () => {
  const bytes = Buffer.from([0xff, 0x00, 0xfe]);
  const serve = cachedAnswers(300);
  const make = async () => ({ statusCode: 200, headers: {}, body: bytes.toString("base64"), isBase64Encoded: true });

  const zipped = await serve(event("/a", { "accept-encoding": "gzip" }), make);

  expect(gunzipSync(Buffer.from(zipped.body ?? "", "base64"))).toEqual(bytes);
  expect(await serve(event("/a"), make)).toMatchObject({ body: bytes.toString("base64"), isBase64Encoded: true });
});

it("makes one answer of all spellings of a name, and keeps a hundred names at most", async () => {
  const serve = cachedAnswers(300);
  let made = 0;
  const make = () => {
    made += 1;
    return page("x")();
  };

  for (const spelt of ["/docs.css", "/%64ocs.css", "/d%6fcs.css", "/d%6Fcs.css", "//docs.css"])
    await serve(event("/docs.css", {}, spelt), make);
  expect(made).toBe(1);
  for (let n = 0; n < 150; n += 1) await serve(event(`/${n}`), make);
  for (let n = 0; n < 150; n += 1) await serve(event(`/${n}`), make);
  expect(made).toBe(1 + 150 + 51);
});

it("keeps no answer that failed", async () => {
  const serve = cachedAnswers(300);

  await expect(serve(event("/a"), () => Promise.reject(new Error("away")))).rejects.toThrow("away");
  expect((await serve(event("/a"), page("x"))).body).toBe("x");
});
