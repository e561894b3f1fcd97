import type { APIGatewayProxyEventV2 as Event } from "aws-lambda";
import { afterEach, describe, expect, it, vi } from "vitest";
import { submitConnectPage } from "#shared/connect/contract/connect-page.ts";
import { listLogs } from "#shared/sending/contract/sending.ts";
import { unsubscribe } from "#shared/suppressions/contract/unsubscribe.ts";
import { parseRequest } from "#shared/api/http/parse-request.ts";

const URL_ENCODED = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data; boundary=b";
const part = (name: string, value: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const eventOf = (body: string, contentType = URL_ENCODED, isBase64Encoded = true) =>
  ({
    rawQueryString: "",
    headers: { "content-type": contentType, "content-length": String(Buffer.byteLength(body)) },
    pathParameters: { token: "t" },
    body: isBase64Encoded ? Buffer.from(body).toString("base64") : body,
    isBase64Encoded,
  }) as unknown as Event;
const formOf = (event: Event) => parseRequest(submitConnectPage, event).body();
const fields = (count: number) => Array.from({ length: count }, (_, i) => String(i).padStart(4, "0")).join("&");
const tooLarge = expect.objectContaining({ reason: "tooLarge" });
const tooMany = expect.objectContaining({ reason: "invalid", details: [{ field: "", message: "the form must have at most 20 fields" }] });

afterEach(() => vi.restoreAllMocks());

/** Fails the test when anything is decoded or parsed. */
const nothingParsed = () => {
  const decode = vi.spyOn(Buffer, "from");
  const parse = vi.spyOn(URLSearchParams.prototype, Symbol.iterator);
  const split = vi.spyOn(String.prototype, "split");
  return () => decode.mock.calls.length + parse.mock.calls.length + split.mock.calls.length;
};

describe("a form", () => {
  it.each([
    ["longer than 64 KB", eventOf(`a=${"x".repeat(65_536)}`), tooLarge],
    ["longer than 64 KB as text", eventOf(`a=${"x".repeat(65_536)}`, URL_ENCODED, false), tooLarge],
    ["of 5.5 MB in parts", eventOf(part("a", "x".repeat(5_500_000)), MULTIPART), tooLarge],
    ["of 21 fields", eventOf(fields(21), URL_ENCODED, false), tooMany],
    ["of 10,000 empty fields", eventOf("&".repeat(10_000), URL_ENCODED, false), tooMany],
    ["of 21 parts", eventOf(`${part("a", "1").repeat(21)}--b--\r\n`, MULTIPART, false), tooMany],
  ])("is refused before it is parsed when it is %s", (_, event, why) => {
    const form = parseRequest(submitConnectPage, event).body;
    const parsed = nothingParsed();

    expect(form).toThrow(why);
    expect(parsed()).toBe(0);
  });

  it("is refused in base64 for its fields too", () => {
    expect(() => formOf(eventOf(fields(21)))).toThrow(tooMany);
    expect(() => formOf(eventOf(`${part("a", "1").repeat(21)}--b--\r\n`, MULTIPART))).toThrow(tooMany);
  });

  it("may have 20 fields, and 64 KB", () => {
    const filled = Array.from({ length: 15 }, (_, i) => `f${i}=${"x".repeat(4_096)}`).join("&");

    expect(Object.keys(formOf(eventOf(fields(20))))).toHaveLength(20);
    expect(formOf(eventOf(`${part("a", "1").repeat(20)}--b--\r\n`, MULTIPART))).toEqual({ a: "1" });
    expect(Object.keys(formOf(eventOf(filled)))).toHaveLength(15);
  });

  it("is not looked at before it is asked for: the token comes first", () => {
    for (const operation of [submitConnectPage, unsubscribe])
      expect(parseRequest(operation, eventOf("\u00ff".repeat(100_000), "text/odd")).params).toEqual({ token: "t" });
  });
});

describe("a query", () => {
  const parse = (rawQueryString: string) => parseRequest(listLogs, { rawQueryString, headers: {}, pathParameters: {} } as unknown as Event);

  it.each(["0&", "a=b&", "%41", "metadata[a]=b&", ";", "["])("is refused before it is parsed when it is 10 KB of %s", (unit) => {
    const seen = vi.spyOn(URLSearchParams.prototype, Symbol.iterator);

    expect(() => parse(unit.repeat(10_241))).toThrow(
      expect.objectContaining({ reason: "invalid", details: [{ field: "", message: expect.stringContaining("the query") }] }),
    );
    expect(seen).not.toHaveBeenCalled();
  });
});
