import { type Discovered, serversToConfirm, domainOf } from "#shared/mailboxes/discovery/discovered.ts";
import { parsePlainAddress } from "#shared/mail/addresses.ts";
import type { ConnectRequest } from "#shared/mailboxes/connect-mailbox.ts";
import { isByPassword, type OAuthProviderName, providers } from "#shared/providers/index.ts";
import { type KeptStep, returnUrl, type ConnectOptions } from "../connect-link.ts";
import type { RawAnswer } from "#shared/api/http/answer.ts";
import { escaped } from "#shared/api/http/html-page.ts";
import { problemBox, type Content, type Scene, sentence, showPage } from "./page.ts";
import { sendsAlone } from "../ways.ts";
import { pageWords } from "./words/index.ts";
import type { PageWords, Problem } from "./words/words.ts";

/** The fields of the form as they were sent. */
export type FormFields = Readonly<Record<string, string>>;

/** The address in the form, its domain in lower case; undefined when it is none. */
export const addressIn = ({ email = "" }: FormFields): string | undefined => {
  const trimmed = email.trim();
  const parsed = trimmed.length > 254 ? undefined : parsePlainAddress(trimmed);
  return parsed?.ok === true ? parsed.address : undefined;
};

/** The form's initial fields: the settings that were discovered. */
export const foundFields = ({ smtp, imap, email }: Discovered): FormFields => ({
  username: smtp?.username ?? email,
  smtp_host: smtp?.host ?? "",
  smtp_port: String(smtp?.port ?? 465),
  smtp_secure: smtp?.secure ?? "tls",
  imap_host: imap?.host ?? "",
  imap_port: String(imap?.port ?? 993),
});

const SETTINGS = ["username", "smtp_host", "smtp_port", "smtp_secure", "imap_host", "imap_port"];

/** The settings in the form, without its password and keys. */
export const settingsIn = (form: FormFields): FormFields => Object.fromEntries(SETTINGS.map((name) => [name, form[name] ?? ""]));

const portIn = (text = ""): number | undefined => {
  const port = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : undefined;
};

/** Nothing that could end a line reaches a login (S5 in SECURITY.md). */
const isLine = (text: string): boolean => text.length <= 320 && text.isWellFormed() && !/[\p{Cc}\u2028\u2029]/u.test(text);

/** The request that connects with one password for both servers; undefined when the settings are incomplete. */
export const passwordRequest = (email: string, fields: FormFields): Extract<ConnectRequest, { readonly smtp: object }> | undefined => {
  const { password = "", username = "", smtp_secure: secure } = fields;
  const [smtpHost = "", imapHost = ""] = [fields["smtp_host"], fields["imap_host"]].map((host) => host?.trim());
  const [smtpPort, imapPort] = [portIn(fields["smtp_port"]), portIn(fields["imap_port"])];
  const isSecured = secure === "tls" || secure === "starttls";
  if (password === "" || smtpHost === "" || imapHost === "" || !smtpPort || !imapPort || !isSecured || !isLine(username)) return undefined;
  const login = { username: username.trim() === "" ? email : username.trim(), password };
  return {
    type: "smtp",
    email,
    smtp: { host: smtpHost, port: smtpPort, secure, ...login },
    imap: { host: imapHost, port: imapPort, ...login },
  };
};

/** A step of the form. */
export interface Step {
  readonly scene: Scene;
  /** Proves that the page of this browser sent the form. */
  readonly key: string;
  /** Whether the page is shown in a frame, where the provider's page cannot be shown; it is opened in a new window then. */
  readonly framed: boolean;
  readonly email: string;
  readonly problems: readonly Problem[];
}

const hidden = (name: string, value: string): string => `<input type="hidden" name="${name}" value="${escaped(value)}">`;

const keys = ({ key }: Step, step: string): string => hidden("key", key) + hidden("step", step);

const statusOf = (problems: readonly Problem[]): number =>
  problems.includes("limit") ? 429 : problems.includes("again") ? 403 : problems.length > 0 ? 400 : 200;

/** The first step: the address. */
export const addressPage = (step: Step): RawAnswer =>
  showPage(step.scene, (words) => {
    const { scene, email, problems } = step;
    const isFixed = scene.link?.mailboxId !== undefined;
    const intro = scene.link && sendsAlone(scene.link) ? words.introSend : words.intro;
    const body = `<h1>${escaped(words.title)}</h1>
<p>${sentence(isFixed ? words.reconnect : intro, scene)}</p>
${problemBox(words, scene, problems)}<form method="post" action="?">${keys(step, "find")}
<label>${escaped(words.address)}<input type="email" name="email" value="${escaped(email)}" required maxlength="254" autocomplete="email"${isFixed ? " readonly" : ""}></label>
<button>${escaped(words.next)}</button>
</form>`;
    return {
      title: words.title,
      body,
      status: statusOf(problems),
      ...(problems.includes("limit") && { headers: { "retry-after": "60" } }),
    };
  });

const consentButtons = ({ scene, framed }: Step, words: PageWords, { consents }: ConnectOptions): string => {
  if (consents.length === 0) return "";
  const label = (name: OAuthProviderName) =>
    escaped(words.withProvider.replace("{provider}", words.providers?.[name] ?? providers[name].company));
  // In a frame the browser keeps cookies apart, so the process starts again in its own window.
  const buttons = consents.map(({ provider, url }) =>
    framed
      ? `<a class="button" target="_blank" rel="noopener" href="?">${label(provider)}</a>`
      : `<a class="button" rel="noreferrer" href="${escaped(url)}">${label(provider)}</a>`,
  );
  const provider = consents.map((one) => providers[one.provider].company).join(" / ");
  return `${buttons.join("\n")}\n<p class="note">${sentence(words.consentNote, scene, { provider })}</p>`;
};

const field = (label: string, attributes: string): string => `<label>${escaped(label)}<input ${attributes}></label>`;

const serverFields = (words: PageWords, protocol: "smtp" | "imap", fields: FormFields): string => {
  const value = (name: string) => escaped(fields[`${protocol}_${name}`] ?? "");
  const host = field(
    words.server,
    `name="${protocol}_host" value="${value("host")}" maxlength="253" autocapitalize="none" spellcheck="false"`,
  );
  const port = field(words.port, `name="${protocol}_port" value="${value("port")}" inputmode="numeric" maxlength="5"`);
  const secure = ["tls", "starttls"].map(
    (mode) => `<option value="${mode}"${fields["smtp_secure"] === mode ? " selected" : ""}>${mode === "tls" ? "TLS" : "STARTTLS"}</option>`,
  );
  const security = `<label>${escaped(words.security)}<select name="smtp_secure">${secure.join("")}</select></label>`;
  return `<fieldset><legend>${escaped(protocol === "smtp" ? words.outgoing : words.incoming)}</legend><div class="pair">${host}${port}</div>${protocol === "smtp" ? security : ""}</fieldset>`;
};

/** Problems that the owner solves in the settings, which are then shown open. */
const inSettings: ReadonlySet<Problem> = new Set(["settings", "unreachable", "certificate", "encryption"]);

const passwordForm = (step: Step, words: PageWords, { found }: ConnectOptions, fields: FormFields): string => {
  const isApp =
    found.login === "app_password" || step.problems.includes("appPassword") || (!isByPassword(found.type) && found.appPasswordUrl);
  const link = found.appPasswordUrl === undefined ? "" : appPasswordLink(words, found.appPasswordUrl);
  const note = isApp && found.providerName !== "" ? sentence(words.appPasswordNote, step.scene, { provider: found.providerName }) : "";
  const isUnknown = found.providerId === "" && (!found.smtp || !found.imap);
  const isOpen = isUnknown || found.guessed || step.problems.some((problem) => inSettings.has(problem));
  const username = field(
    words.username,
    `name="username" value="${escaped(fields["username"] ?? "")}" maxlength="320" autocapitalize="none" autocomplete="username" spellcheck="false"`,
  );
  return `${isUnknown ? unknownNote(step, words) : ""}<form method="post" action="?">${keys(step, "password")}${hidden("email", step.email)}
${note === "" && link === "" ? "" : `<p>${note} ${isApp ? link : ""}</p>`}${field(isApp ? words.appPassword : words.password, 'type="password" name="password" required maxlength="1000" autocomplete="current-password"')}
<details${isOpen ? " open" : ""}><summary>${escaped(words.settings)}</summary><fieldset>${found.smtp ? `<p class="note">${escaped(words.settingsNote)}</p>` : ""}${username}</fieldset>
${serverFields(words, "smtp", fields)}${serverFields(words, "imap", fields)}</details>
<button>${escaped(words.connect)}</button>
<p class="note">${escaped(words.storedNote)}</p>
</form>`;
};

/** The note when nothing was found: why the settings are shown, and a link to whom the owner can ask. */
const unknownNote = ({ scene, email }: Step, words: PageWords): string => {
  const url = scene.link && returnUrl(scene.link);
  const back = url === undefined ? "" : ` <a rel="noreferrer" href="${escaped(url)}">${sentence(words.back, scene)}</a>`;
  return `<p class="unknown">${sentence(words.unknown, scene, { domain: domainOf(email) })}${back}</p>\n`;
};

/**
 * Names servers that belong neither to the address's domain nor to a known provider, before any password is typed: the owner confirms them, or enters
 * others.
 */
const confirmForm = (step: Step, words: PageWords, { found }: ConnectOptions): string => {
  const labels = { smtp: words.outgoing, imap: words.incoming };
  const servers = serversToConfirm(found).map(
    ({ protocol, host }) => `<dt>${escaped(labels[protocol])}</dt><dd><bdi>${escaped(host)}</bdi></dd>`,
  );
  return `<form method="post" action="?">${hidden("key", step.key)}${hidden("email", step.email)}
<p>${sentence(words.outside, step.scene, { domain: domainOf(step.email) })}</p>
<dl class="servers">${servers.join("")}</dl>
<p>${escaped(words.outsideNote)}</p>
<button name="step" value="confirm">${escaped(words.confirm)}</button>
<button class="quiet" name="step" value="others">${escaped(words.others)}</button>
</form>`;
};

const appPasswordLink = (words: PageWords, url: string): string =>
  `<a href="${escaped(url)}" target="_blank" rel="noopener noreferrer">${escaped(words.appPasswordLink)}</a>`;

/** The second step: the provider's button, or the password once servers elsewhere are confirmed, with the settings folded away. */
export const waysPage = (step: Step, { ways, fields, confirmed }: KeptStep): RawAnswer =>
  showPage(step.scene, (words): Content => {
    const { scene, email } = step;
    const isNone = ways.consents.length === 0 && ways.password === "none";
    const problems: readonly Problem[] = isNone ? ["notHere"] : step.problems;
    const isStuck = problems.includes("password") && ways.found.appPasswordUrl !== undefined;
    const other = scene.link?.mailboxId === undefined ? `<a href="?">${escaped(words.otherAddress)}</a>` : "";
    const asked = confirmed ? passwordForm(step, words, ways, fields) : confirmForm(step, words, ways);
    const form = ways.password === "none" ? "" : asked;
    const isFolded = ways.password === "offered";
    const isUnfolded = isFolded && problems.length > 0;
    const body = `<h1>${escaped(words.title)}</h1>
<div class="who"><b><bdi>${escaped(email)}</bdi></b>${other}</div>
${problemBox(words, scene, problems, isStuck ? `<p>${appPasswordLink(words, ways.found.appPasswordUrl ?? "")}</p>` : "")}${consentButtons(step, words, ways)}
${isFolded ? `<details class="alternative"${isUnfolded ? " open" : ""}><summary>${escaped(words.usePassword)}</summary>${form}</details>` : form}`;
    return { title: words.title, body, status: statusOf(problems) };
  });

const known: ReadonlySet<string> = new Set(Object.keys(pageWords.en.problems));

/** The problem that a redirect's query names; empty for any other text. */
export const problemsIn = (name = ""): readonly Problem[] => (known.has(name) ? [name as Problem] : []);
