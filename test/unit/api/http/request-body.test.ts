import type { APIGatewayProxyEventV2 as Event } from "aws-lambda";
import { describe, expect, it } from "vitest";
import { sendEmail } from "#shared/sending/contract/send-email.ts";
import { unsubscribe } from "#shared/suppressions/contract/unsubscribe.ts";
import { parseRequest } from "#shared/api/http/parse-request.ts";

const email = '{"mailbox_id":"655f1c2e9b1e8a0012345678","to":"jane@example.com","subject":"Grüße","body_text":"Hi"}';
const latin1 = Buffer.from(email, "latin1");

/** An event with these bytes, as API Gateway makes it: as text, or in base64. */
const eventOf = (bytes: Buffer, contentType = "application/json", encoding: "utf8" | "base64" = "utf8") =>
  ({
    rawQueryString: "",
    headers: { "content-type": contentType, "content-length": String(bytes.length) },
    body: bytes.toString(encoding),
    isBase64Encoded: encoding === "base64",
  }) as unknown as Event;
const parse = (event: Event) => parseRequest(sendEmail, event).body;
const notUtf8 = { reason: "invalid", details: [{ field: "", message: expect.stringContaining("is not valid UTF-8") }] };

describe("a body", () => {
  it.each(["utf8", "base64"] as const)("is refused with 400 when it is Latin-1 without saying so: %s", (encoding) => {
    expect(() => parse(eventOf(latin1, "application/json", encoding))).toThrow(expect.objectContaining(notUtf8));
  });

  it.each(["charset=iso-8859-1", 'charset="windows-1252"', "charset=utf-16", "Charset=Latin1; x=y", "charset = utf-80", "charset="])(
    "is refused with 415 that names UTF-8 when it says %s",
    (charset) => {
      const event = eventOf(latin1, `application/json; ${charset}`);

      expect(() => parse(event)).toThrow(
        expect.objectContaining({ reason: "unsupportedMediaType", message: expect.stringContaining("UTF-8") }),
      );
    },
  );

  it.each(["application/json", "application/json; charset=utf-8", 'application/json;charset="UTF8"', "application/json; charset=us-ascii"])(
    "is taken in UTF-8 as %s, in text and in base64",
    (contentType) => {
      for (const encoding of ["utf8", "base64"] as const)
        expect(parse(eventOf(Buffer.from(email), contentType, encoding))).toMatchObject({ subject: "Grüße" });
    },
  );

  it("may hold a U+FFFD of its own, and must escape it where its length is not told", () => {
    const event = eventOf(Buffer.from(email.replace("Grüße", "Gr\uFFFD")));
    const unmeasured = { ...event, headers: { "content-type": "application/json" } } as Event;
    const escaped = { ...unmeasured, body: event.body!.replace("\uFFFD", "\\ufffd") };

    expect(parse(event)).toMatchObject({ subject: "Gr\uFFFD" });
    expect(() => parse(unmeasured)).toThrow(expect.objectContaining(notUtf8));
    expect(parse(escaped)).toMatchObject({ subject: "Gr\uFFFD" });
  });

  it("is refused as a form too when it is not UTF-8", () => {
    const form = Buffer.from("undo=1&x=é", "latin1");
    const event = { ...eventOf(form, "application/x-www-form-urlencoded", "base64"), pathParameters: { token: "t" } };

    expect(() => parseRequest(unsubscribe, event).body()).toThrow(expect.objectContaining(notUtf8));
  });
});
