import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startGateway } from "#infra/local/gateway.ts";
import { PAYLOAD_LIMIT_BYTES } from "#infra/local/payload-limit.ts";
import { logSink } from "#shared/platform/log.ts";

let answer = "";
let event: unknown;
let gateway: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => {
  vi.spyOn(logSink, "write").mockReturnValue();
  const handler = async (came: unknown) => {
    event = came;
    return { statusCode: 200, body: answer };
  };
  gateway = await startGateway(0, async () => handler, { table: [{ id: "auth/login", method: "POST", path: "/echo" }] });
});
afterAll(() => gateway.stop());

const post = async (body: string | Buffer<ArrayBuffer>) => {
  const response = await fetch(`${gateway.url}/echo`, { method: "POST", body });
  return { status: response.status, length: (await response.text()).length };
};
/** What stands around a body in an answer. */
const FRAME_BYTES = JSON.stringify({ statusCode: 200, body: "" }).length;

it("takes an answer of exactly Lambda's limit, and of one byte more makes API Gateway's 500", async () => {
  answer = "a".repeat(PAYLOAD_LIMIT_BYTES - FRAME_BYTES);
  expect(await post("")).toEqual({ status: 200, length: answer.length });

  answer += "a";
  expect((await post("")).status).toBe(500);
});

it("counts a quotation mark twice, as the answer's outer JSON escapes it", async () => {
  answer = '"'.repeat(Math.ceil((PAYLOAD_LIMIT_BYTES - FRAME_BYTES) / 2) + 1);

  expect(answer.length).toBeLessThan(PAYLOAD_LIMIT_BYTES);
  expect((await post("")).status).toBe(500);
});

it("refuses a request whose event is more than Lambda takes", async () => {
  answer = "";

  expect((await post("a".repeat(5_500_000))).status).toBe(200);
  expect((await post('"'.repeat(3_200_000))).status).toBe(413);
});

it.each([
  ["text", Buffer.from("a")],
  ["quotation marks and backslashes", Buffer.from('"\\')],
  ["white space and other control characters", Buffer.from("\n\r\t\b\f\0\u001f\u007f")],
  ["characters of two, three and four bytes", Buffer.from("é€😀")],
  ["bytes that are no UTF-8", Buffer.from([0xff, 0xc3])],
])("counts %s in an event to the byte", async (_name, unit) => {
  answer = "";
  const bytesOf = (body: string) => Buffer.byteLength(JSON.stringify(body));
  await post(Buffer.alloc(1_000_000, "a"));
  const room = PAYLOAD_LIMIT_BYTES - Buffer.byteLength(JSON.stringify(event)) + 1_000_000;
  const each = bytesOf(unit.toString("utf8")) - 2;
  const body = Buffer.concat([...Array<Buffer>(Math.floor(room / each)).fill(unit), Buffer.from("a".repeat(room % each))]);

  expect((await post(body)).status).toBe(200);
  expect(Buffer.byteLength(JSON.stringify(event))).toBe(PAYLOAD_LIMIT_BYTES);
  expect((await post(Buffer.concat([body, Buffer.from("a")]))).status).toBe(413);
});

it.each(["GET /echo?q=budget%20café HTTP/1.1", "nonsense", "GET /echo HTTP/1.1\r\nHost: x\r\nbad header\x01: y"])(
  "answers what is not valid HTTP with the API's 400 and a request id: %s",
  async (head) => {
    const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
    socket.write(`${head}\r\nHost: localhost\r\n\r\n`);

    const [top = "", body = ""] = (await text(socket)).split("\r\n\r\n");

    expect(top).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(top).toMatch(/\r\nx-request-id: \S+/);
    expect(JSON.parse(body)).toMatchObject({ error: "Bad Request", code: 400, type: "invalid_fields", details: [{ field: "" }] });
    expect(body).toContain("percent-encode");
  },
);
it.each([
  ["application/json", false],
  ["application/json; charset=utf-8", false],
  ["text/plain", false],
  ["application/x-www-form-urlencoded", true],
  ["multipart/form-data; boundary=b", true],
  ["application/octet-stream", true],
])("hands on a body of %s in base64: %s, as API Gateway does", async (contentType, isBase64Encoded) => {
  answer = "";
  await fetch(`${gateway.url}/echo`, { method: "POST", body: "a=é", headers: { "content-type": contentType } });

  expect(event).toMatchObject({ isBase64Encoded, body: Buffer.from("a=é").toString(isBase64Encoded ? "base64" : "utf8") });
});
