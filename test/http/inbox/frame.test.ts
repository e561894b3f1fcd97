// The page in which the console shows one email (S22 in SECURITY.md), over HTTP.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ABSENT, type Answer, asking, until } from "#test/support/client.ts";
import { type Row, runSystem } from "#test/support/running-system.ts";

const system = await runSystem();
afterAll(() => system.stop());

const address = "frame@sandbox.test";
const HTML = { "MIME-Version": "1.0", "Content-Type": "text/html; charset=utf-8" };
const frameOf = (id: string, query = "", call = system.call) => call("GET", `/console/messages/${id}/frame${query}`);

let messages: readonly Row[];
const idOf = (subject: string): string => messages.find((message) => message.subject === subject)!.id;

beforeAll(async () => {
  const put = (subject: string, body: string, headers: Readonly<Record<string, string>> = HTML) =>
    system.put(address, subject, headers, { body });
  put(
    "Hostile",
    `<p onclick=x>Hello</p><script>alert(1)</script><img src="https://a.test/i.png" alt="logo"><a href="https://a.test/" target="_top">a</a>`,
  );
  put(
    "Quoting",
    `<p>New</p><div class="gmail_quote"><div class="gmail_attr">On Fri, 20 Nov 2026 at 10:15, Me wrote:<br></div><blockquote class="gmail_quote">Old</blockquote></div>`,
  );
  put(
    "Inline",
    [
      "--b",
      "Content-Type: text/html",
      "",
      '<style>.x{color:red}</style><p class="x">Look</p><img src="cid:logo@x" alt="Logo"><img src="cid:evil@x" alt="Evil">',
      "--b",
    ]
      .concat(["Content-Type: image/png", "Content-ID: <logo@x>", "Content-Transfer-Encoding: base64", "", "iVBORw0KGgo=", "--b"])
      .concat(["Content-Type: image/png", "Content-ID: <evil@x>", "", "<svg onload=alert(1)>", "--b--", ""])
      .join("\r\n"),
    { "MIME-Version": "1.0", "Content-Type": "multipart/related; boundary=b" },
  );
  put("Plain", "a < b & c\r\n", {});
  ({ messages } = await system.mailboxWith(address, () => {}));
});

const policyIn = ({ headers }: Answer): string => headers.get("content-security-policy") ?? "";

describe("GET /console/messages/{id}/frame", () => {
  it("shows a mail without what runs, loads or leaves the frame", async () => {
    const frame = await frameOf(idOf("Hostile"));

    expect(frame.status).toBe(200);
    expect(frame.text).toContain('<p>Hello</p><span>logo</span><a href="https://a.test/" target="_blank" rel="noopener noreferrer">a</a>');
  });

  it("has a strict policy, is kept by nobody, and tells no other site about itself", async () => {
    const { headers } = await frameOf(idOf("Hostile"));

    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-dns-prefetch-control": "off",
      "cross-origin-resource-policy": "same-origin",
    });
  });

  it("loads remote images only on request", async () => {
    const frame = await frameOf(idOf("Hostile"), "?images=true");

    expect(frame.text).toContain('<img src="https://a.test/i.png" alt="logo" />');
    expect(policyIn(frame)).toContain("img-src data: https:;");
  });

  it("shows the new content alone, and the quote on request", async () => {
    const [alone, whole] = await Promise.all([frameOf(idOf("Quoting")), frameOf(idOf("Quoting"), "?quotes=true")]);

    expect(alone.text).toContain("New");
    expect(alone.text).not.toContain("Old");
    expect(whole.text).toContain("Old");
  });

  it("shows a mail without HTML as its words", async () => {
    expect((await frameOf(idOf("Plain"))).text).toContain("a &lt; b &amp; c");
  });

  it("shows an email of ours, and a reply of ours without the quote", async () => {
    const { body: reply } = await system.call("POST", `/v1/inbox/messages/${idOf("Quoting")}/reply`, {
      body_html: '<p style="color:red">Mine</p>',
    });
    const [alone, whole] = await Promise.all([frameOf(reply.id), frameOf(reply.id, "?quotes=true")]);

    expect(alone.text).toContain('<p style="color:red">Mine</p>');
    expect(alone.text).not.toContain("wrote:");
    expect(whole.text).toContain("wrote:");
  });

  it("is not there for another account, nor for an id that names nothing", async () => {
    for (const frame of [await frameOf(idOf("Hostile"), "", system.callAsOther), await frameOf(ABSENT)]) expect(frame.status).toBe(404);
  });

  it("refuses whoever is not signed in, and names every bad field", async () => {
    const { status, body } = await frameOf("nonsense", "?images=perhaps&x=1");

    expect((await frameOf(idOf("Hostile"), "", asking(system, ""))).status).toBe(401);
    expect([status, body.details.map(({ field }: { field: string }) => field).toSorted()]).toEqual([400, ["id", "images", "x"]]);
  });

  describe("with a session's cookie", () => {
    let cookie: string;
    beforeAll(async () => {
      const own = { "x-console": "1", "sec-fetch-site": "same-origin" };
      const { headers } = await asking(system, "")("POST", "/console/session", { api_key: system.apiKey }, own);
      cookie = headers.get("set-cookie")!.split(";")[0]!;
    });
    const framed = (site: string) =>
      asking(system, "")("GET", `/console/messages/${idOf("Hostile")}/frame`, undefined, { cookie, "sec-fetch-site": site });

    it("shows in the console's own page", async () => expect((await framed("same-origin")).status).toBe(200));

    it("shows in no page of another site", async () => expect((await framed("cross-site")).status).toBe(401));
  });

  it("shows the images among a mail's files, as what they are, and describes what is none", async () => {
    const [without, inline] = [await frameOf(idOf("Inline")), await frameOf(idOf("Inline"), "?inline=true")];

    expect(without.text).toContain("[image: Logo]");
    expect(inline.text).toContain('<style>body .x{color:red}</style><p class="x">Look</p>');
    expect(inline.text).toContain('src="data:image/png;base64,iVBORw0KGgo="');
    expect(inline.text).toContain("[image: Evil]");
  });

  it("shows the images among the files of an email of ours, before it leaves and after", async () => {
    const picture = { name: "logo.png", type: "image/png", content: "iVBORw0KGgo=", content_id: "logo@mine" };
    const { body: reply } = await system.call("POST", `/v1/inbox/messages/${idOf("Quoting")}/reply`, {
      body_html: '<p>Mine</p><img src="cid:logo@mine" alt="Logo">',
      attachments: [{ name: "notes.txt", type: "text/plain", content: "bm90ZXM=" }, picture],
    });
    const shown = await frameOf(reply.id, "?inline=true");
    const sent = await until(async () => ((await system.call("GET", `/v1/send/${reply.id}`)).body.status === "sent" ? true : undefined));
    const later = await frameOf(reply.id, "?inline=true");

    expect(shown.text).toContain('src="data:image/png;base64,iVBORw0KGgo="');
    expect([sent, later.text]).toEqual([true, shown.text]);
  });

  it("shows the descriptions where the mail server has the mail no longer", async () => {
    const id = idOf("Inline");
    system.store.folder(address, "INBOX")!.messages.length = 0;

    expect((await frameOf(id, "?inline=true")).text).toContain("[image: Logo]");
  });
});
