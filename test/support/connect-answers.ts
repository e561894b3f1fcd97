import { asking, type MailProvider } from "./client.ts";
import { aBrowser, type Shown, valueIn } from "./link-browser.ts";
import { REDIRECT_URI } from "./target.ts";

/** Where connect links are made, and the provider whose mailbox is connected. */
export interface ConnectAt {
  readonly url: string;
  readonly key: string;
  readonly mail: MailProvider;
}

const PAGE: Readonly<Record<string, RegExp>> = {
  "content-type": /^text\/html; charset=utf-8$/,
  "cache-control": /^no-store$/,
  "x-content-type-options": /^nosniff$/,
  "referrer-policy": /^no-referrer$/,
  "content-security-policy": /^default-src 'none';.*form-action 'self'; frame-ancestors 'none'$/,
};

const differences = (what: string, shown: Shown, status: number, headers = PAGE): readonly string[] => [
  ...(shown.status === status ? [] : [`${what}: status is ${shown.status}: ${shown.text.slice(0, 200)}`]),
  ...Object.entries(headers).flatMap(([name, wanted]) => {
    const found = shown.headers.get(name) ?? "";
    return wanted.test(found) ? [] : [`${what}: ${name} is "${found}"`];
  }),
];

/** Plays a mailbox's owner with a link, from the page to "connected", and a stranger without; answers what is not as it should be. */
export const connectFaults = async ({ url, key, mail }: ConnectAt): Promise<readonly string[]> => {
  const ask = asking({ url }, key);
  await ask("PATCH", "/v1/account", { connect_redirect_uris: [REDIRECT_URI] });
  const { body: link } = await ask("POST", "/v1/connect-links", { redirect_uri: REDIRECT_URI, email: "owner@sandbox.test" });
  const [path = ""] = /\/connect\/\w+$/.exec(link.url as string) ?? [];
  const browser = aBrowser(url);
  const page = await browser.get(path);
  const second = await browser.post(path, { key: valueIn(page, "key"), step: "find", email: "owner@sandbox.test" });
  const servers = {
    smtp_host: mail.host,
    smtp_port: String(mail.smtps),
    smtp_secure: "tls",
    imap_host: mail.host,
    imap_port: String(mail.imaps),
  };
  const form = { key: valueIn(second, "key"), step: "password", email: "owner@sandbox.test", username: "", ...servers };
  const forged = await aBrowser(url).post(path, { ...form, password: mail.password });
  const wrong = await browser.post(path, { ...form, password: "wrong" });
  const posted = await browser.post(path, { ...form, password: mail.password });
  const shown = await browser.get(path);
  const { body: record } = await ask("GET", `/v1/connect-links/${link.id}`);
  return [
    ...differences("the page", page, 200),
    ...differences("the password's page", second, 200),
    ...(forged.status >= 400 ? [] : [`another browser's form: status is ${forged.status}`]),
    ...differences("a wrong password", wrong, 400),
    ...differences("the right password", posted, 303, { location: new RegExp(`^${path}$`) }),
    ...differences("the end", shown, 200, { ...PAGE, refresh: /^4; url=https:\/\/app\.example\.com\/connected/ }),
    ...differences("a link that is not there", await aBrowser(url).get(`/connect/${"0".repeat(64)}`), 404),
    ...differences("a consent that nobody asked for", await browser.get("/connect/oauth/google/callback?code=x&state=y"), 403),
    ...(record.status === "completed" ? [] : [`the link is ${record.status}: ${record.last_error}`]),
  ];
};
