// A visit of a connect link's page, and what its form holds, one guard at a time.
import { describe, expect, it } from "vitest";
import { hashOf, statusAt, returnUrl, type SeenLink } from "#shared/connect/connect-link.ts";
import { browserOf, isAnswer, isFramed, stepOf, visit } from "#shared/connect/page/browser.ts";
import { addressIn, foundFields, passwordRequest, settingsIn } from "#shared/connect/page/steps.ts";

const [TOKEN, SECRET] = ["a".repeat(64), "b".repeat(64)];
const NOW = new Date("2026-11-27T12:00:00Z");
const link = (more: Partial<SeenLink> = {}): SeenLink => ({
  id: "l1",
  userId: "u",
  status: "open",
  redirectUri: "https://app.example.com/done?x=1",
  state: "s t",
  failures: 0,
  createdAt: NOW,
  expiresAt: new Date(NOW.getTime() + 1),
  ...more,
});
const COOKIE = `connect-l1=${TOKEN}.${SECRET}`;

const visitPorts = (found: SeenLink = link(), user?: object) => {
  const asked: string[] = [];
  return {
    asked,
    openLinks: { findByToken: async (hash: string) => (asked.push(hash), found) },
    users: { find: async () => user },
    clock: { now: () => NOW },
    ids: { random: (bytes: number) => "c".repeat(2 * bytes) },
  };
};
const visited = (more: { link?: SeenLink; user?: object | undefined; token?: string; cookies?: string[]; headers?: object } = {}) => {
  const ports = visitPorts(more.link, "user" in more ? more.user : { id: "u" });
  return visit(ports as never, { headers: (more.headers ?? {}) as never, cookies: more.cookies ?? [COOKIE] }, more.token ?? TOKEN).then(
    (answer) => ({ answer, asked: ports.asked }),
  );
};
const pageOf = async (...given: Parameters<typeof visited>) => {
  const { answer } = await visited(...given);
  if (!isAnswer(answer)) throw new Error("no page");
  return answer;
};

describe("a visit", () => {
  it("finds the link by its token's hash, and knows a browser by its cookie", async () => {
    const { answer, asked } = await visited();
    expect(asked).toEqual([hashOf(TOKEN)]);
    expect(answer).toMatchObject({ link: { id: "l1" }, browser: { token: TOKEN, secret: SECRET }, isKnown: true });
  });

  it("makes a new browser of one without cookie, or with another link's or an older token's", async () => {
    for (const cookies of [[], [`connect-l1=${"d".repeat(64)}.${SECRET}`], [`connect-l2=${TOKEN}.${SECRET}`]])
      expect((await visited({ cookies })).answer).toMatchObject({ browser: { token: TOKEN, secret: "c".repeat(64) }, isKnown: false });
  });

  it("of what is no token asks nobody", async () => {
    for (const token of ["", "a".repeat(63), "A".repeat(64), `${TOKEN}0`]) {
      const { answer, asked } = await visited({ token });
      expect([isAnswer(answer) && answer.status, asked]).toEqual([404, []]);
    }
  });

  it("of no link, of none's account and of a locked one is the same page", async () => {
    const none = await pageOf({ token: "0" });
    expect(none.status).toBe(404);
    for (const more of [{ user: undefined }, { user: { id: "u", lockedAt: NOW } }]) expect(await pageOf(more)).toEqual(none);
  });

  it("of a link that has expired, at its very end, or is used shows that alone, and the owner where it leads", async () => {
    const done = { status: "completed" as const, completedBy: hashOf(SECRET), email: "jane@x.test" };
    expect(String((await pageOf({ link: link(done) })).body)).toContain("jane@x.test");
    for (const cookies of [[], [`connect-l1=${TOKEN}.${"e".repeat(64)}`]])
      expect(String((await pageOf({ link: link(done), cookies })).body)).not.toContain("jane@x.test");
    expect(isAnswer((await visited({ link: link({ expiresAt: NOW }) })).answer)).toBe(true);
    expect(String((await pageOf({ link: link({ expiresAt: NOW, email: "jane@x.test" }) })).body)).not.toContain("jane@x.test");
  });

  it("sets a cookie that no script reads and no other site sends; over https for this host alone, in a frame for this frame alone", async () => {
    const cookie = async (headers: object) => {
      const { answer } = await visited({ headers, cookies: [] });
      return isAnswer(answer) ? "" : answer.scene.cookie;
    };
    const value = `${TOKEN}.${"c".repeat(64)}; Path=/; Max-Age=86400; HttpOnly; SameSite=`;
    expect(await cookie({})).toBe(`connect-l1=${value}Lax`);
    expect(await cookie({ "x-forwarded-proto": "https" })).toBe(`__Host-connect-l1=${value}Lax; Secure`);
    expect(await cookie({ "x-forwarded-proto": "https", "sec-fetch-dest": "iframe" })).toBe(
      `__Host-connect-l1=${value}None; Partitioned; Secure`,
    );
    expect(await cookie({ "sec-fetch-dest": "iframe" })).toBe(`connect-l1=${value}Lax`);
    expect([isFramed({ "sec-fetch-dest": "iframe" }), isFramed({ "sec-fetch-dest": "document" }), isFramed({})]).toEqual([
      true,
      false,
      false,
    ]);
    expect(browserOf({}, [], "l1")).toBeUndefined();
  });

  it("keeps a step for the browser that reached it, until its time", () => {
    const step = { browser: hashOf(SECRET), until: new Date(NOW.getTime() + 1), email: "e" } as never;
    const at = (more: object, secret = SECRET) =>
      stepOf({ link: link({ step, ...more }), browser: { token: TOKEN, secret } } as never, NOW);
    expect(at({})).toBe(step);
    expect([at({}, TOKEN), at({ step: { ...(step as object), until: NOW } }), at({ step: undefined })]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

it("a link is open until its end, and completed for ever", () => {
  const at = (ms: number, status: "open" | "completed" = "open") => statusAt({ status, expiresAt: NOW }, new Date(NOW.getTime() + ms));
  expect([at(-1), at(0), at(1), at(1, "completed")]).toEqual(["open", "expired", "expired", "completed"]);
  expect(returnUrl(link())).toBe("https://app.example.com/done?x=1&connect_link=l1&state=s+t");
});

describe("what a form holds", () => {
  it.each([
    [" jane@X.test ", "jane@x.test"],
    [`${"a".repeat(246)}@x.test`, undefined],
    ["jane", undefined],
    ["", undefined],
  ])("an address, trimmed, of 254 characters at most: %j", (email, address) => {
    if (address === undefined || email.length < 100) expect(addressIn({ email })).toBe(address);
    expect(addressIn({})).toBeUndefined();
  });

  const full = {
    password: "p",
    username: "",
    smtp_host: " smtp.x.test ",
    smtp_port: "465",
    smtp_secure: "tls",
    imap_host: "imap.x.test",
    imap_port: " 993 ",
  };

  it("one password for both servers, with the address as the user where none is given", () => {
    expect(passwordRequest("jane@x.test", full)).toEqual({
      type: "smtp",
      email: "jane@x.test",
      smtp: { host: "smtp.x.test", port: 465, secure: "tls", username: "jane@x.test", password: "p" },
      imap: { host: "imap.x.test", port: 993, username: "jane@x.test", password: "p" },
    });
    expect(passwordRequest("jane@x.test", { ...full, username: " jane ", smtp_secure: "starttls" })).toMatchObject({
      smtp: { username: "jane", secure: "starttls" },
      imap: { username: "jane" },
    });
  });

  it.each([
    [{ password: "" }],
    [{ smtp_host: " " }],
    [{ imap_host: "" }],
    [{ smtp_port: "0" }],
    [{ smtp_port: "65536" }],
    [{ smtp_port: "1e3" }],
    [{ smtp_port: "465x" }],
    [{ imap_port: "-1" }],
    [{ imap_port: "123456" }],
    [{ smtp_secure: "none" }],
    [{ username: "a\nb" }],
    [{ username: "a\u2028b" }],
    [{ username: "\ud800" }],
    [{ username: "x".repeat(321) }],
  ])("is no login with %j", (more) => expect(passwordRequest("jane@x.test", { ...full, ...more })).toBeUndefined());

  it("is a login at the edges, and none without a field", () => {
    for (const more of [{ smtp_port: "1" }, { imap_port: "65535" }, { username: "x".repeat(320) }])
      expect(passwordRequest("jane@x.test", { ...full, ...more })).toBeDefined();
    for (const name of ["password", "smtp_host", "imap_host", "smtp_port", "imap_port", "smtp_secure"])
      expect(passwordRequest("jane@x.test", { ...full, [name]: undefined }), name).toBeUndefined();
  });

  it("is shown again without its password and key, and at first as it was discovered", () => {
    expect(settingsIn({ ...full, key: "k", step: "password" })).toEqual({
      username: "",
      smtp_host: " smtp.x.test ",
      smtp_port: "465",
      smtp_secure: "tls",
      imap_host: "imap.x.test",
      imap_port: " 993 ",
    });
    expect(settingsIn({})).toEqual({ username: "", smtp_host: "", smtp_port: "", smtp_secure: "", imap_host: "", imap_port: "" });
    expect(foundFields({ email: "e" } as never)).toEqual({
      username: "e",
      smtp_host: "",
      smtp_port: "465",
      smtp_secure: "tls",
      imap_host: "",
      imap_port: "993",
    });
    expect(
      foundFields({
        email: "e",
        smtp: { host: "s", port: 25, secure: "starttls", username: "u" },
        imap: { host: "i", port: 143 },
      } as never),
    ).toEqual({
      username: "u",
      smtp_host: "s",
      smtp_port: "25",
      smtp_secure: "starttls",
      imap_host: "i",
      imap_port: "143",
    });
  });
});

it("an address of 254 characters is one, and of 255 is none", () => {
  const of = (length: number) => `${"a".repeat(60)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(length - 244)}`;
  expect(of(254)).toHaveLength(254);
  expect([addressIn({ email: of(254) }), addressIn({ email: of(255) })]).toEqual([of(254), undefined]);
});
