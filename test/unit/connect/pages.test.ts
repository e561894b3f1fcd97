// What the pages of a connect link show and do, one guard at a time; over HTTP: test/http/connect.
import { describe, expect, it } from "vitest";
import type { KeptStep, ConnectOptions } from "#shared/connect/connect-link.ts";
import { browserOf, formKey, isOwnForm } from "#shared/connect/page/browser.ts";
import { type CallbackPorts, returnFromConsent } from "#shared/connect/page/callback.ts";
import { addressPage, problemsIn, type Step, waysPage } from "#shared/connect/page/steps.ts";
import type { Problem } from "#shared/connect/page/words/words.ts";

const scene = { language: "en", product: "Shop", logoUrl: "", frameOrigins: [] } as const;
const stepWith = (problems: readonly Problem[] = [], more: Partial<Step> = {}): Step => ({
  scene,
  key: "k",
  framed: false,
  email: "jane@x.test",
  problems,
  ...more,
});
const page = (
  ways: Partial<Omit<ConnectOptions, "found">> & { found?: object },
  problems: readonly Problem[] = [],
  more: Partial<KeptStep> & Partial<Step> = {},
) => {
  const found = {
    type: "smtp",
    providerId: "x",
    providerName: "X",
    login: "password",
    guessed: false,
    smtp: { host: "smtp.x.test" },
    imap: { host: "imap.x.test" },
  };
  const kept = {
    email: "jane@x.test",
    ways: { consents: [], password: "asked", ...ways, found: { ...found, ...ways.found } },
    fields: {},
    problems: [],
    confirmed: true,
    ...more,
  };
  return waysPage(
    stepWith(problems, { ...(more.scene && { scene: more.scene }), framed: more.framed === true }),
    kept as unknown as KeptStep,
  );
};
const consents = [{ provider: "google", url: "https://google.test/consent" }] as never;

describe("the second step", () => {
  it("folds the password away beside a consent, and open after a problem", () => {
    expect(page({ consents, password: "offered" }).body).toContain('<details class="alternative"><summary>');
    expect(page({ consents, password: "offered" }, ["password"]).body).toContain('<details class="alternative" open>');
    expect(page({}).body).not.toContain('class="alternative"');
    expect(page({ consents, password: "none" }).body).not.toContain("<form");
  });

  it("leads to the provider's app passwords after a refused password alone, and only where it has them", () => {
    const appPasswordUrl = "https://x.test/apps";
    const box = (found: object, problems: readonly Problem[]) =>
      String(page({ consents, password: "none", found }, problems).body)
        .split("appPasswords")[0]!
        .includes(appPasswordUrl);
    expect(box({ appPasswordUrl }, ["password"])).toBe(true);
    expect(box({ appPasswordUrl }, ["settings"])).toBe(false);
    expect(box({}, ["password"])).toBe(false);
    expect(String(page({}, ["password"]).body)).not.toContain('href=""');
  });

  it.each([
    [[], 200],
    [["password"], 400],
    [["again"], 403],
    [["limit"], 429],
    [["limit", "again"], 429],
  ] as const)("with the problems %j has the status %s", (problems, status) => {
    expect(page({}, problems).status).toBe(status);
    expect(addressPage(stepWith(problems)).headers["retry-after"]).toBe(problems.includes("limit" as never) ? "60" : undefined);
  });

  it("says so where nothing works, and lets nobody choose another address at a mailbox's link", () => {
    expect(page({ password: "none" }).status).toBe(400);
    expect(page({ consents, password: "none" }).status).toBe(200);
    const bound = { ...scene, link: { mailboxId: "m", email: "jane@x.test" } } as never;
    expect(page({}).body).toContain('<a href="?">');
    expect(page({}, [], { scene: bound }).body).not.toContain('<a href="?">');
    expect(addressPage(stepWith([], { scene: bound })).body).toContain(" readonly");
    expect(addressPage(stepWith()).body).not.toContain(" readonly");
  });

  it("leads to the consent page, and says what it is for, where there is one; in a frame to its own window", () => {
    const [plain, framed] = [page({ consents, password: "none" }).body, page({ consents, password: "none" }, [], { framed: true }).body];
    expect(plain).toContain('href="https://google.test/consent"');
    expect(framed).not.toContain("https://google.test/consent");
    expect(framed).toContain('target="_blank"');
    for (const [body, notes] of [
      [plain, 1],
      [page({ consents, password: "offered" }).body, 3],
      [page({}).body, 2],
      [page({ found: { smtp: undefined } }).body, 1],
    ] as const)
      expect(String(body).split('<p class="note">').length - 1).toBe(notes);
  });

  it("asks for no password before servers elsewhere are confirmed", () => {
    const elsewhere = { guessed: true, providerId: "", smtp: { host: "smtp.x.test" }, imap: { host: "imap.evil.test" } };
    const asked = page({ found: elsewhere }, [], { confirmed: false }).body;
    expect(asked).not.toContain('type="password"');
    expect(page({ found: elsewhere }).body).toContain('type="password"');
  });

  it("knows the problems that a redirect names, and no other word", () => {
    expect([problemsIn("denied"), problemsIn("constructor"), problemsIn("<b>"), problemsIn()]).toEqual([["denied"], [], [], []]);
  });
});

describe("a browser", () => {
  const [token, secret] = ["a".repeat(64), "b".repeat(64)];
  it("is known by its cookie for this link, over https by one of this host alone", () => {
    const known = { token, secret };
    expect(browserOf({}, [`x=1`, `connect-l=${token}.${secret}`], "l")).toEqual(known);
    expect(browserOf({ "x-forwarded-proto": "https" }, [`__Host-connect-l=${token}.${secret}`], "l")).toEqual(known);
    expect(browserOf({ "x-forwarded-proto": "https" }, [`connect-l=${token}.${secret}`], "l")).toBeUndefined();
    for (const cookie of [
      `connect-m=${token}.${secret}`,
      `connect-l=${token}`,
      `connect-l=${token}.${secret}.x`,
      `connect-l=${token}x.${secret}`,
      `connect-l=.${secret}`,
    ])
      expect(browserOf({}, [cookie], "l")).toBeUndefined();
  });

  it("sends a form of its own page with the page's key, and from no other site", () => {
    const browser = { token, secret };
    const key = formKey(browser);
    expect(isOwnForm({}, browser, key)).toBe(true);
    expect(isOwnForm({ "sec-fetch-site": "same-origin" }, browser, key)).toBe(true);
    for (const site of ["cross-site", "same-site", "none"]) expect(isOwnForm({ "sec-fetch-site": site }, browser, key)).toBe(false);
    expect([isOwnForm({}, undefined, key), isOwnForm({}, browser, undefined), isOwnForm({}, browser, secret)]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe("the return from a consent", () => {
  const [linkId, token, secret] = ["655f1c2e9b1e8a00123456b0", "a".repeat(64), "b".repeat(64)];
  const state = `${linkId}.${"c".repeat(64)}`;
  const back = async (query: object, consent: object | undefined, cookies = [`connect-${linkId}=${token}.${secret}`]) => {
    const taken: unknown[] = [];
    const ports = { openLinks: { takeConsent: async (...asked: unknown[]) => (taken.push(asked), consent) } } as unknown as CallbackPorts;
    const answer = await returnFromConsent(ports, { headers: {}, cookies, query, params: { provider: "google" } } as never).catch(
      (error: unknown) => error,
    );
    return { answer: answer as { status: number; headers: Record<string, string> }, taken };
  };

  it.each([
    [{ state, error: "access_denied" }, "denied", 0],
    [{ state, error: "server_error" }, "consent", 0],
    [{ state }, "consent", 0],
    [{ state, code: "x" }, "again", 1],
  ])("with %j and no consent leads back with %s", async (query, problem, asked) => {
    const { answer, taken } = await back(query, undefined);
    expect([answer.headers["location"], taken.length]).toEqual([`/connect/${token}?problem=${problem}`, asked]);
  });

  it("of another browser, or without our state, takes no consent", async () => {
    for (const [query, cookies] of [
      [{ state, code: "x" }, []],
      [{ state: "x", code: "x" }, undefined],
      [{ code: "x" }, undefined],
    ] as const) {
      const { answer, taken } = await back(query, { link: {} }, cookies as never);
      expect([answer.headers["location"], taken]).toEqual([undefined, []]);
    }
  });
});
