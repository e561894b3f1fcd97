// What stands on the pages of a connect link, part by part: headers, forms, and which words are shown to whom.
import { describe, expect, it } from "vitest";
import type { KeptStep } from "#shared/connect/connect-link.ts";
import {
  connectedPage,
  expiredPage,
  leadTo,
  noLinkPage,
  otherBrowserPage,
  type Scene,
  sceneOf,
  sentence,
  usedPage,
} from "#shared/connect/page/page.ts";
import { addressPage, waysPage } from "#shared/connect/page/steps.ts";
import { pageWords } from "#shared/connect/page/words/index.ts";
import type { Problem } from "#shared/connect/page/words/words.ts";

const { en } = pageWords;
const link = { id: "l1", redirectUri: "https://app.example.com/done", state: "s", email: "jane@x.test", status: "open" } as never;
const scene = (more: Partial<Scene> = {}): Scene => ({
  language: "en",
  link,
  product: "Shop & Co",
  logoUrl: "",
  frameOrigins: [],
  ...more,
});

describe("every page", () => {
  it("loads nothing but the account's logo, is framed by nobody it has not listed, and is kept from other sites", () => {
    const { headers, body } = noLinkPage(
      scene({ logoUrl: "https://cdn.example.com/a/logo.png", frameOrigins: ["https://a.test", "https://b.test"] }),
    );
    const policy = headers["content-security-policy"]!;
    expect(policy).toContain("img-src https://cdn.example.com;");
    expect(policy).toContain("frame-ancestors https://a.test https://b.test");
    expect(policy.startsWith("default-src 'none'; style-src 'sha256-")).toBe(true);
    expect(headers).toMatchObject({
      "referrer-policy": "no-referrer",
      vary: "accept-language, cookie",
      "content-language": "en",
      "content-type": "text/html; charset=utf-8",
    });
    expect(body).toContain('<header><img src="https://cdn.example.com/a/logo.png" alt=""><span><bdi>Shop &#38; Co</bdi></span></header>');
    const bare = noLinkPage(scene({ product: "" }));
    expect(bare.headers["content-security-policy"]).not.toContain("img-src");
    expect(bare.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(bare.body).not.toContain("<header>");
    expect(noLinkPage(scene()).body).toContain("<header><span>");
  });

  it("sets its cookie where it has one, and none else, as a redirect does", () => {
    expect(noLinkPage(scene({ cookie: "c=1" })).headers["set-cookie"]).toBe("c=1");
    expect("set-cookie" in noLinkPage(scene()).headers).toBe(false);
    expect(leadTo("/x", "c=1")).toEqual({
      status: 303,
      headers: { location: "/x", "referrer-policy": "no-referrer", "set-cookie": "c=1" },
      body: "",
    });
    expect("set-cookie" in leadTo("/x").headers).toBe(false);
  });

  it("has the link's language, or the browser's; the account's name for its owners, or its own", () => {
    const of = (locale: string | undefined, user: object = {}) =>
      sceneOf({ "accept-language": "de" }, { ...(link as object), locale } as never, { name: "Acme", ...user } as never, "c");
    expect([of("fr").language, of(undefined).language, of("xx").language]).toEqual(["fr", "de", "de"]);
    expect(of("en", { connectName: "Shop", connectLogoUrl: "https://x.test/l", connectFrameOrigins: ["https://f.test"] })).toMatchObject({
      product: "Shop",
      logoUrl: "https://x.test/l",
      frameOrigins: ["https://f.test"],
      cookie: "c",
    });
    expect(of("en")).toMatchObject({ product: "Acme", logoUrl: "", frameOrigins: [] });
    expect(sceneOf({}, undefined, undefined)).toMatchObject({ product: "", language: "en" });
  });

  it("isolates names in the text, and lets none of them be markup", () => {
    expect(sentence("{product} {email} {provider} {other}", scene(), { provider: "<b>" })).toBe(
      "<b><bdi>Shop &#38; Co</bdi></b> <b><bdi>jane@x.test</bdi></b> <b><bdi>&#60;b&#62;</bdi></b> {other}",
    );
    expect(sentence("{email}", scene({ link: undefined }))).toBe("<b><bdi></bdi></b>");
  });

  it("of an end has its status, and that of a connected mailbox leads back by itself after four seconds", () => {
    expect([usedPage, expiredPage, noLinkPage, otherBrowserPage].map((page) => page(scene()).status)).toEqual([410, 410, 404, 403]);
    const done = connectedPage(scene(), link);
    const back = "https://app.example.com/done?connect_link=l1&state=s";
    expect([done.status, done.headers["refresh"]]).toEqual([200, `4; url=${back}`]);
    expect(done.body).toContain(`<a class="button" rel="noreferrer" href="${back.replace("&", "&#38;")}">`);
  });
});

const FOUND = {
  type: "smtp",
  providerId: "x",
  providerName: "Xmail",
  login: "password",
  guessed: false,
  smtp: { host: "smtp.x.test" },
  imap: { host: "imap.x.test" },
};
const page = (
  found: object,
  { problems = [], fields = {}, at = scene() }: { problems?: readonly Problem[]; fields?: Record<string, string>; at?: Scene } = {},
) =>
  String(
    waysPage({ scene: at, key: "k<", framed: false, email: "jane@x.test", problems }, {
      email: "jane@x.test",
      ways: { consents: [], password: "asked", found: { ...FOUND, ...found } },
      fields,
      problems: [],
      confirmed: true,
    } as unknown as KeptStep).body,
  );

describe("the form of a password", () => {
  it("carries the page's key, its step and the address, none of them as markup", () => {
    for (const hidden of ['name="key" value="k&#60;"', 'name="step" value="password"', 'name="email" value="jane@x.test"'])
      expect(page({})).toContain(`<input type="hidden" ${hidden}>`);
    const first = String(addressPage({ scene: scene(), key: "k", framed: false, email: "", problems: [] }).body);
    for (const hidden of ['name="key" value="k"', 'name="step" value="find"']) expect(first).toContain(`<input type="hidden" ${hidden}>`);
  });

  it("shows the settings as they are, with the security that is chosen, for the outgoing server alone", () => {
    const fields = { username: "u", smtp_host: "s.test", smtp_port: "587", smtp_secure: "starttls", imap_host: "i.test", imap_port: "993" };
    const body = page({}, { fields });
    for (const part of [
      'name="smtp_host" value="s.test"',
      'name="smtp_port" value="587"',
      'name="imap_host" value="i.test"',
      'name="imap_port" value="993"',
      'name="username" value="u"',
    ])
      expect(body).toContain(part);
    expect(body).toContain('<option value="tls">TLS</option><option value="starttls" selected>STARTTLS</option>');
    expect(page({}, { fields: { ...fields, smtp_secure: "tls" } })).toContain(
      '<option value="tls" selected>TLS</option><option value="starttls">STARTTLS</option>',
    );
    expect(body.split('name="smtp_secure"')).toHaveLength(2);
    const [outgoing = "", incoming = ""] = body.split("<fieldset><legend>").slice(1);
    expect([outgoing.startsWith(en.outgoing), incoming.startsWith(en.incoming)]).toEqual([true, true]);
    expect([outgoing.includes("smtp_secure"), incoming.includes("smtp_secure")]).toEqual([true, false]);
  });

  it.each([
    ["one of its own", {}, [], false],
    ["an app password", { login: "app_password" }, [], true],
    ["an app password, after that problem", {}, ["appPassword"], true],
    ["an app password, where a consent would do too", { type: "google", appPasswordUrl: "https://x.test/apps" }, [], true],
    ["one of its own, though there are app passwords", { appPasswordUrl: "https://x.test/apps" }, [], false],
    ["one of its own, where a consent would do too and there are no app passwords", { type: "google" }, [], false],
  ] as const)("asks for %s", (_, found, problems, isApp) => {
    const body = page(found, { problems });
    const label = (words: string) => `<label>${words}<input type="password"`;
    expect(body.includes(label(en.appPassword))).toBe(isApp);
    expect(body.includes(label(en.password))).toBe(!isApp);
  });

  it("explains app passwords where the provider has a name, with a link where it has a page", () => {
    const note = sentence(en.appPasswordNote, scene(), { provider: "Xmail" });
    const app = { login: "app_password", appPasswordUrl: "https://x.test/apps" };
    expect(page(app)).toContain(`<p>${note} <a href="https://x.test/apps"`);
    expect(page({ login: "app_password" })).toContain(`<p>${note} </p>`);
    expect(page({ ...app, providerName: "" })).not.toContain(note);
    expect(page({ login: "app_password", providerName: "" })).not.toContain("<p> ");
    expect(page({ appPasswordUrl: "https://x.test/apps" })).not.toContain("https://x.test/apps");
    expect(page({})).not.toContain(note);
  });

  it.each([
    ["closed for a known provider", {}, [], false],
    ["open where servers were guessed", { guessed: true }, [], true],
    ["open where nothing is known", { providerId: "", smtp: undefined }, [], true],
    ["open where one server is not known", { providerId: "", imap: undefined }, [], true],
    ["closed where servers were found", { providerId: "" }, [], false],
    ["closed for a known provider without servers", { smtp: undefined }, [], false],
    ["open after a problem with them", {}, ["unreachable"], true],
    ["closed after a wrong password", {}, ["password"], false],
  ] as const)("has its settings %s", (_, found, problems, isOpen) => {
    const body = page(found, { problems });
    expect(body.includes("<details open>")).toBe(isOpen);
    expect(body.includes("<details>")).toBe(!isOpen);
  });

  it("says that nothing is known of the domain, and leads back to whom the owner can ask", () => {
    const unknown = page({ providerId: "", smtp: undefined });
    expect(unknown).toContain('<p class="unknown">');
    expect(unknown).toContain("<bdi>x.test</bdi>");
    expect(unknown).toContain('href="https://app.example.com/done?connect_link=l1&#38;state=s"');
    expect(page({ providerId: "", smtp: undefined }, { at: scene({ link: undefined }) })).not.toContain("app.example.com");
    expect(page({})).not.toContain('class="unknown"');
  });
});
