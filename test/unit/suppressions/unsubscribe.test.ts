import * as operations from "#shared/suppressions/contract/unsubscribe.ts";
import { createHash } from "node:crypto";
import type { APIGatewayProxyEventV2 as Event, Context } from "aws-lambda";
import { describe, expect, it } from "vitest";
import { oneClick } from "#functions/suppressions/unsubscribe.ts";
import { show } from "#functions/suppressions/unsubscribe-page.ts";
import { endpoint } from "#shared/api/http/endpoint.ts";
import { linkKeysOf, unsubscribeToken } from "#shared/suppressions/unsubscribe.ts";
import { failurePage, pageWords } from "#shared/suppressions/page/page.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { memoryRateLimits } from "#test/support/memory/auth.ts";
import { silentEventOutbox } from "#test/support/memory/event-outbox.ts";
import { memorySuppressions } from "#test/support/memory/suppressions.ts";
import { recordingLog } from "#test/support/sending-rig.ts";

const key = (fill: number) => Buffer.alloc(32, fill).toString("base64");
const linksOf = (keys: Record<string, string>, current: string) => linkKeysOf({ current, keys });
const links = linksOf({ k1: key(1) }, "k1");

describe("the address of a link", () => {
  const world = () => {
    const [userId, sendId, laterId] = [ids.objectId(), ids.objectId(), ids.objectId()];
    const sender = { name: "Sam <b>&", email: "sam@example.com" };
    const suppressions = memorySuppressions((id) =>
      [sendId, laterId].includes(id) ? { userId, email: "Jane@example.net", sender } : undefined,
    );
    const time = { ms: Date.now() };
    const deps = {
      apiKeys: { findByHash: async () => undefined, touch: async () => undefined },
      rateLimits: memoryRateLimits(),
      idempotency: {} as never,
      clock,
      log: recordingLog(),
      accountBucket: () => ({ burst: 1, perSecond: 1 }),
      isInMaintenance: async () => false,
      isOutage: () => false,
    };
    const published: string[] = [];
    const eventOutbox = {
      ...silentEventOutbox,
      publish: async (_: unknown, sources: readonly string[]) => {
        published.push(...sources);
        return [];
      },
    };
    const noted: unknown[] = [];
    const ports = {
      links: async () => links,
      suppressions,
      eventOutbox,
      log: { ...recordingLog(), info: (event: string, fields?: object) => void noted.push({ event, ...fields }) },
      clock: { now: () => new Date(time.ms) },
    };
    const page = () => endpoint(deps, operations.unsubscribePage, show(ports), failurePage);
    const click = () => endpoint(deps, operations.unsubscribe, oneClick(ports), failurePage);
    const ask = async (
      method: "GET" | "POST",
      token: string,
      type = "application/x-www-form-urlencoded",
      body?: string,
      more: Record<string, string> = {},
    ) => {
      const event = {
        rawPath: `/v1/unsubscribe/${token}`,
        rawQueryString: more["query"] ?? "",
        headers: { ...(type !== "" && { "content-type": type }), ...more },
        pathParameters: { token },
        isBase64Encoded: body !== undefined,
        ...(body !== undefined && { body: Buffer.from(body, body.includes("\xff") ? "latin1" : "utf8").toString("base64") }),
        requestContext: { requestId: "r", http: { method, path: "/", sourceIp: "127.0.0.1" } },
      } as unknown as Event;
      return (method === "GET" ? page() : click())(event, {} as Context & { userId: string });
    };
    return {
      ask,
      suppressions,
      token: unsubscribeToken(links, sendId),
      laterToken: unsubscribeToken(links, laterId),
      userId,
      sendId,
      published,
      noted,
      time,
    };
  };
  const CLICK = "List-Unsubscribe=One-Click";
  const form = "application/x-www-form-urlencoded";

  it("shows a page that changes nothing and loads nothing", async () => {
    const { ask, suppressions, token } = world();

    const { statusCode, headers = {}, body = "" } = await ask("GET", token);

    expect([statusCode, headers["content-type"], headers["referrer-policy"]]).toEqual([200, "text/html; charset=utf-8", "no-referrer"]);
    const style = /<style>(.*)<\/style>/.exec(body)?.[1] ?? "";
    expect(headers["content-security-policy"]).toBe(
      `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    );
    expect(body).toContain('<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>');
    expect(suppressions.rows).toEqual([]);
  });

  it("names who writes to whom, as text", async () => {
    const { ask, token } = world();

    const { body = "" } = await ask("GET", token);

    expect(body).toContain("<b><bdi>Sam &#60;b&#62;&#38; (sam@example.com)</bdi></b>");
    expect(body).toContain("<b><bdi>Jane@example.net</bdi></b>");
    expect(body).not.toContain("<script");
  });

  it.each([
    [undefined, "en", "Unsubscribe"],
    ["de-AT,de;q=0.9,en;q=0.8", "de", "Abmelden"],
    ["sv, fr;q=0.5, es;q=0.7", "es", "Cancelar la suscripción"],
    ["PT-br", "pt", "Cancelar inscrição"],
    ["nl;q=0, it;q=0.1", "it", "Annulla l’iscrizione"],
    ["*", "en", "Unsubscribe"],
    ["zh, pl", "pl", "Wypisz mnie"],
    ["ja", "ja", "配信を停止する"],
    [`${"x".repeat(400)},de`, "en", "Unsubscribe"],
  ])("speaks the browser's language: %s", async (wanted, language, title) => {
    const { ask, token } = world();

    const { headers, body } = await ask("GET", token, undefined, undefined, wanted === undefined ? {} : { "accept-language": wanted });

    expect(headers).toMatchObject({ "content-language": language });
    expect(body).toContain(`<html lang="${language}">`);
    expect(body).toContain(`<h1>${title}</h1>`);
  });

  it("says it in every language with both names, and in words of its own", () => {
    const [english, ...others] = Object.values(pageWords);
    const holes = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

    for (const words of others)
      for (const [key, text] of Object.entries(words)) {
        expect(holes(text), text).toEqual(holes(english![key as keyof typeof words]));
        expect(text).not.toBe(english![key as keyof typeof words]);
      }
  });

  it("offers to undo for a minute, and then no more; a GET shows what is", async () => {
    const { ask, suppressions, token, time } = world();
    const UNDO = "undo=1";
    const says = async (...asked: Parameters<typeof ask>) => {
      const { body = "" } = await ask(...asked);
      return [/<h1>(.*)<\/h1>/.exec(body)?.[1], body.includes('name="undo"')];
    };

    expect(await says("POST", token, undefined, CLICK)).toEqual(["You are unsubscribed", true]);
    expect(await says("GET", token)).toEqual(["You are unsubscribed", true]);
    expect(await says("POST", token, undefined, UNDO)).toEqual(["Undone", false]);
    expect(suppressions.rows).toEqual([]);
    expect(await says("GET", token)).toEqual(["Unsubscribe", false]);
    await ask("POST", token, undefined, CLICK);
    time.ms += 61_000;
    expect(await says("GET", token)).toEqual(["You are unsubscribed", false]);
    expect(await says("POST", token, undefined, UNDO)).toEqual(["You are unsubscribed", false]);
    expect(suppressions.rows).toHaveLength(1);
  });

  it("notes each act that did something, by the send's id alone, also for a send that is not stored, and nothing for a link that is not ours", async () => {
    const { ask, token, sendId, time, noted } = world();
    const other = ids.objectId();
    const forgotten = unsubscribeToken(links, other);

    for (const body of [CLICK, "undo=1", CLICK]) await ask("POST", token, undefined, body);
    time.ms += 61_000;
    await ask("POST", token, undefined, "undo=1");
    for (const body of [CLICK, "undo=1"]) await ask("POST", forgotten, undefined, body);
    await ask("POST", `${token}x`, undefined, CLICK);
    await ask("GET", forgotten);

    const line = (what: string, of: string) => ({ event: "withdrawn", what, sendId: of });
    expect(noted).toEqual([
      line("unsubscribed", sendId),
      line("resubscribed", sendId),
      line("unsubscribed", sendId),
      line("unsubscribed", other),
    ]);
  });

  it("offers to undo only at the link that was used", async () => {
    const { ask, token, laterToken } = world();
    await ask("POST", token, undefined, CLICK);

    const [used, later] = [await ask("GET", token), await ask("GET", laterToken)].map(({ body = "" }) => body);
    expect(used).toContain('name="undo"');
    expect(later).toContain("You are unsubscribed");
    expect(later).not.toContain('name="undo"');
  });

  it("is a page for a browser whose link is bad, and takes one act at a time", async () => {
    const { ask, token, suppressions } = world();
    const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

    const bad = await ask("GET", `${token}x`, undefined, undefined, browser);
    const posted = await ask("POST", unsubscribeToken(links, ids.objectId()), undefined, CLICK, browser);

    for (const { statusCode, headers, body } of [bad, posted]) {
      expect([statusCode, headers?.["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
      expect(body).toContain("<h1>This link does not work</h1>");
    }
    expect((await ask("POST", token, undefined, `${CLICK}&undo=1`)).statusCode).toBe(400);
    expect((await ask("POST", token, undefined, "undo=2")).statusCode).toBe(400);
    expect(suppressions.rows).toEqual([]);
  });

  it.each([
    ["application/x-www-form-urlencoded", CLICK],
    ["Application/X-WWW-Form-Urlencoded; charset=utf-8", `a=b&${CLICK}`],
    [
      "multipart/form-data; boundary=FieldBoundary",
      '--FieldBoundary\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--FieldBoundary--\r\n',
    ],
    ['multipart/form-data; boundary="a b"', "unread"],
  ])("suppresses at one click without login, again and again: %s", async (type, body) => {
    const { ask, suppressions, token, userId, sendId, published } = world();
    if (body === "unread") {
      expect((await ask("POST", token, type, body)).statusCode).toBe(415);
      return;
    }

    const answers = [await ask("POST", token, type, body), await ask("POST", token, type, body)];

    for (const answer of answers) {
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toContain("You are unsubscribed");
    }
    expect(suppressions.rows).toMatchObject([{ userId, email: "jane@example.net", reason: "unsubscribed", sendId }]);
    expect(published).toContain(suppressions.rows[0]!.id);
  });

  const MULTIPART = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
  it.each([
    ["a trailing CRLF", form, `${CLICK}\r\n`],
    ["text/plain", "text/plain", CLICK],
    ["another charset", "text/plain; charset=iso-8859-1", CLICK],
    ["no type", "", CLICK],
    ["no body", form, undefined],
    ["an empty body", form, ""],
    ["an empty body without a type", "", ""],
    ["JSON", "application/json", '{"List-Unsubscribe":"One-Click"}'],
    ["JSON of another type", "application/json; charset=utf-8", '{\n  "list-unsubscribe" : "One-Click"\n}'],
    ["lower case", form, "list-unsubscribe=one-click"],
    ["an empty object", "application/json", "{}"],
    ["JSON's null", "application/json", "null"],
    ["a multipart without parts", "multipart/form-data; boundary=b", "--b--\r\n"],
    ["its value alone", "text/plain", "One-Click\r\n"],
    ["a plus for its sign", form, "List-Unsubscribe=One+Click"],
    ["an escaped sign", form, "List-Unsubscribe%3DOne-Click"],
    ["quotes", form, '"List-Unsubscribe=One-Click"'],
    ["a multipart body without its boundary", "multipart/form-data", MULTIPART],
    ["a multipart body as octets", "application/octet-stream", MULTIPART],
    ["bytes that are not UTF-8", form, `${CLICK}&x=\xff`],
  ])("takes what mail programs send: %s", async (_, type, body) => {
    const { ask, suppressions, token } = world();

    const { statusCode } = await ask("POST", token, type, body);

    expect(statusCode).toBe(200);
    expect(suppressions.rows).toHaveLength(1);
  });

  it.each(["utm_source=mail", "mc_cid=1&mc_eid=2", "a=1&a=2", "x[y]=1&x=2", "%zz=%", "=&&="])(
    "works with a query that somebody added: ?%s",
    async (query) => {
      const { ask, suppressions, token } = world();

      expect((await ask("GET", token, undefined, undefined, { query })).statusCode).toBe(200);
      expect((await ask("POST", token, undefined, CLICK, { query })).statusCode).toBe(200);
      expect(suppressions.rows).toHaveLength(1);
    },
  );

  it("shows a person a page, whatever is wrong", async () => {
    const { ask, token } = world();
    const browser = { accept: "text/html,*/*;q=0.8", "accept-language": "de" };
    const answers = [
      await ask("POST", token, "text/plain", "unsubscribe", browser),
      await ask("POST", token, form, "List-Unsubscribe=No", browser),
      await ask("POST", token, form, "x".repeat(6_000_000), browser),
    ];

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([415, 400, 413]);
    for (const { headers, body } of answers) {
      expect(headers?.["content-type"]).toBe("text/html; charset=utf-8");
      expect(body).toContain("<h1>Dieser Link funktioniert nicht</h1>");
    }
  });

  it("is 404 for a token of nobody's, 400 without the one click, and changes nothing then", async () => {
    const { ask, suppressions, token } = world();
    const foreign = unsubscribeToken(links, ids.objectId());

    const statuses = [
      await ask("GET", `${token}x`),
      await ask("POST", `${token}x`, undefined, CLICK),
      await ask("POST", foreign, undefined, CLICK),
      await ask("POST", token, undefined, "List-Unsubscribe=No"),
      await ask("POST", token, "text/plain", "unsubscribe"),
      await ask("POST", token, "application/json", '{"List-Unsubscribe":"No"}'),
    ].map(({ statusCode }) => statusCode);

    expect(statuses).toEqual([404, 404, 404, 400, 415, 415]);
    expect(suppressions.rows).toEqual([]);
  });
});
