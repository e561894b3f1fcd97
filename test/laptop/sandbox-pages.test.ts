import { request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startGateway } from "#infra/local/gateway.ts";
import { localPages } from "#infra/local/local-pages.ts";
import { startSandbox, type Sandbox } from "#infra/local/sandbox/start-sandbox.ts";

let sandbox: Sandbox;
let gateway: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => {
  sandbox = await startSandbox();
  gateway = await startGateway(0, async () => async () => ({ statusCode: 418 }), {
    table: [],
    pages: localPages(Promise.resolve(sandbox), "", { open: async () => undefined }),
  });
});
afterAll(async () => {
  await gateway.stop();
  await sandbox.stop();
});

const HTML_MAIL = `Return-Path: <sam@pages.test>
From: "Sam <i>" <sam@pages.test>
To: jane@pages.test
Subject: =?utf-8?Q?Caf=C3=A9_<script>alert(1)</script>?=
Message-ID: <one@pages.test>
MIME-Version: 1.0
Content-Type: text/html

<p>Hello <b>Jane</b></p><script>alert(2)</script><img src="https://tracker.test/x.png">`;

const deliver = (address: string, mail: string, receivedAt = new Date()) =>
  sandbox.store.deliver(address, Buffer.from(mail), { receivedAt }).uid;
const pageOf = (path: string) => fetch(`${gateway.url}${path}`, { redirect: "manual" });
const mailAt = (address: string, uid: number, more = "") => `address=${encodeURIComponent(address)}&folder=INBOX&uid=${uid}&filter=${more}`;

/** A request as a browser sends it; fetch would not let us lie about these headers. */
const send = (method: string, path: string, headers: Record<string, string>, body = ""): Promise<{ status: number; location: string }> =>
  new Promise((done, failed) => {
    const sent = httpRequest(`${gateway.url}${path}`, { method, headers: { "content-length": body.length, ...headers } }, (answer) => {
      void text(answer).then(() => done({ status: answer.statusCode ?? 0, location: answer.headers.location ?? "" }));
    });
    sent.once("error", failed).end(body);
  });

test("leads from / to the documentation, and leaves other paths to the interface", async () => {
  const answer = await pageOf("/");

  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/docs"]);
  expect((await pageOf("/sandboxes")).status).toBe(418);
});

test("lists what was delivered, newest first, of everybody or of one address, with nothing of a message as markup", async () => {
  deliver("tom@pages.test", "Subject: the newer\n\nHi");
  deliver("jane@pages.test", HTML_MAIL, new Date(Date.now() - 1_000));

  const all = await (await pageOf("/sandbox")).text();
  const hers = await (await pageOf("/sandbox?address=JANE@pages.test")).text();
  const nobodys = await (await pageOf("/sandbox?address=%22%3E%3Cscript%3E")).text();

  expect(all.indexOf("the newer")).toBeLessThan(all.indexOf("Café"));
  expect(all).toContain("Café &lt;script&gt;alert(1)&lt;/script&gt;");
  expect(hers).not.toContain("the newer");
  expect(nobodys).toContain("There is no mail for &quot;&gt;&lt;script&gt;");
  expect(all + hers + nobodys).not.toMatch(/<script|<i>/);
});

test("makes no mailbox of an address that somebody looks for", async () => {
  await pageOf("/sandbox?address=ghost@pages.test");
  await pageOf(`/sandbox/mail?${mailAt("ghost@pages.test", 1)}`);

  expect(sandbox.store.addresses()).not.toContain("ghost@pages.test");
});

test("shows a message in a frame without scripts, forms, an origin or anything from elsewhere, and its source as text", async () => {
  const uid = deliver("frame@pages.test", HTML_MAIL);
  const page = await pageOf(`/sandbox/mail?${mailAt("frame@pages.test", uid)}`);
  const source = await (await pageOf(`/sandbox/mail?${mailAt("frame@pages.test", uid, "&view=source")}`)).text();
  const shown = await pageOf(`/sandbox/shown?${mailAt("frame@pages.test", uid)}`);

  expect(await page.text()).toMatch(/<iframe sandbox title="The message" src="\/sandbox\/shown\?/);
  expect(page.headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; frame-src 'self'; form-action 'self'/,
  );
  expect(source).toContain("&lt;script&gt;alert(2)&lt;/script&gt;");
  expect(source).not.toContain("<script");
  expect(await shown.text()).toContain("<b>Jane</b>");
  expect(shown.headers.get("content-security-policy")).toBe(
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
  );
  expect(shown.headers.get("x-content-type-options")).toBe("nosniff");
});

test.each([
  ["reply", /^Subject: Re: Caf|^Subject: =\?UTF-8\?Q\?Re=3A|^In-Reply-To: <one@pages\.test>/im],
  ["away", /^Auto-Submitted: auto-replied/m],
  ["bounce", /^Content-Type: multipart\/report/m],
])("answers a message now, as a %s, whoever it was sent to", async (as, expected) => {
  const [to, from] = [`person.${as}@pages.test`, `sender.${as}@pages.test`];
  const uid = deliver(to, HTML_MAIL.replaceAll("sam@pages.test", from));
  const form = { origin: gateway.url, "sec-fetch-site": "same-origin" };

  const { status, location } = await send("POST", `/sandbox/answer?${mailAt(to, uid)}`, form, `as=${as}`);

  expect(status).toBe(303);
  expect(await (await pageOf(location)).text()).toContain("The answer is on its way.");
  await expect.poll(() => sandbox.store.folder(from, "INBOX")?.messages.length).toBe(1);
  expect(sandbox.store.folder(from, "INBOX")?.messages[0]?.raw.toString()).toMatch(expected);
});

test("does not answer automatic mail, and says so", async () => {
  const uid = deliver("robot@pages.test", HTML_MAIL.replace("MIME-Version", "Auto-Submitted: auto-replied\nMIME-Version"));

  const { location } = await send("POST", `/sandbox/answer?${mailAt("robot@pages.test", uid)}`, { origin: gateway.url }, "as=reply");

  expect(await (await pageOf(location)).text()).toContain("Automatic mail is not answered.");
});

test("refuses a foreign page's form, a foreign name for this machine, and a message that is not there", async () => {
  const uid = deliver("guarded@pages.test", HTML_MAIL.replaceAll("sam@", "guarded.sender@"));
  const answer = (headers: Record<string, string>) =>
    send("POST", `/sandbox/answer?${mailAt("guarded@pages.test", uid)}`, headers, "as=reply");

  const refused = [
    await answer({ origin: "https://evil.test" }),
    await answer({ origin: gateway.url, "sec-fetch-site": "cross-site" }),
    await answer({}),
    await send("GET", "/sandbox", { host: "evil.test" }),
  ];

  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  expect((await pageOf(`/sandbox/mail?${mailAt("guarded@pages.test", 99)}`)).status).toBe(404);
  expect(sandbox.store.addresses()).not.toContain("guarded.sender@pages.test");
});
