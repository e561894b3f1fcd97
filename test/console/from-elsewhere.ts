// What a page of another origin can do with the cookie of somebody who is signed in: the browser would send it from another port of the same host,
// which is the same site (RFC 6265, 8.5), so the service has to refuse it.
import { createServer } from "node:http";
import type { Page } from "playwright-core";
import { listenOnLoopback } from "#infra/local/socket-input.ts";

/** What the pages of the other origin aim at. */
interface Aims {
  readonly url: string;
  readonly message: string;
  readonly mailbox: string;
}

/** Everything that a page can try on another origin; each try gives what it could read of the answer. */
const ATTACK = `async ({ url, message, mailbox }) => {
  const text = (asked) => asked.then((answer) => answer.text()).catch(() => "");
  const include = { credentials: "include" };
  const email = JSON.stringify({ mailbox_id: mailbox, to: "thief@sandbox.test", subject: "Stolen", body_text: "Stolen" });
  const read = await Promise.all([
    text(fetch(url + "/v1/inbox/messages", include)),
    text(fetch(url + "/v1/inbox/messages", { ...include, mode: "no-cors" })),
    text(fetch(url + "/v1/inbox/messages", { ...include, headers: { "x-console": "1" } })),
    text(fetch(url + "/v1/send", { ...include, method: "POST", mode: "no-cors", body: email })),
    text(fetch(url + "/v1/send", { ...include, method: "POST", headers: { "x-console": "1", "content-type": "application/json" }, body: email })),
  ]);
  const framed = [];
  for (const path of ["/console", "/v1/inbox/messages", "/console/messages/" + message + "/frame"]) {
    const frame = document.createElement("iframe");
    frame.src = url + path;
    await new Promise((done) => { frame.onload = done; frame.onerror = done; document.body.append(frame); });
    try { framed.push(frame.contentDocument?.body.innerText ?? ""); } catch { framed.push(""); }
  }
  const script = document.createElement("script");
  script.src = url + "/v1/inbox/messages";
  await new Promise((done) => { script.onload = done; script.onerror = done; document.body.append(script); });
  document.body.insertAdjacentHTML("beforeend", '<iframe name="sink"></iframe>');
  const form = Object.assign(document.createElement("form"), { action: url + "/v1/send", method: "POST", target: "sink", enctype: "text/plain" });
  form.append(Object.assign(document.createElement("input"), { name: email.slice(0, -1) + ',"metadata":{"a":"', value: '"}}' }));
  document.body.append(form);
  form.submit();
  await new Promise((done) => setTimeout(done, 500));
  return [...read, ...framed];
}`;

/**
 * Tries it on a signed-in page's context, from another port of the same host and from another site. Answers what was read, and the answers with 200
 * to requests for mail that came from there; nothing of either when all is well.
 */
export const readFromElsewhere = async (page: Page, aims: Aims): Promise<readonly string[]> => {
  const server = createServer((_, response) => response.setHeader("content-type", "text/html").end("<title>Elsewhere</title><body>"));
  const port = await listenOnLoopback(server);
  const found: string[] = [];
  for (const host of ["127.0.0.1", "localhost"]) {
    const other = await page.context().newPage();
    other.on("response", (answer) => {
      if (/\/v1\/|\/frame/.test(answer.url()) && answer.status() < 400) found.push(`${host}: ${answer.status()} to ${answer.url()}`);
    });
    await other.goto(`http://${host}:${port}/`);
    const read = await other.evaluate<readonly string[]>(`(${ATTACK})(${JSON.stringify(aims)})`);
    found.push(...read.filter((text) => text !== "" && !/"code":40[13]/.test(text)).map((text) => `${host} read ${text.slice(0, 80)}`));
    await other.close();
  }
  server.closeAllConnections();
  server.close();
  return found;
};
