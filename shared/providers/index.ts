import type { Provider, ShownProvider, ApiFacts, ApiName, OAuthFacts, SignInFacts } from "./provider.ts";
import { google, googleSignIn, shownGoogle } from "./google.ts";
import { outlook, outlookSignIn, shownOutlook } from "./outlook.ts";

/** A test world, which has no servers. */
const sandbox = {
  company: "The test world",
  mailboxes: "A mailbox of a test world",
  login: "none",
  limits: { dailySends: 500, connections: 1 },
  filesSentMail: "always",
} as const satisfies Provider;

/** How people see the sandbox in the console. */
const shownSandbox: ShownProvider = {
  name: "Test world",
  icon: "M8 2h8v2h-1v5.2l5.6 9.9A2 2 0 0 1 18.9 22H5.1a2 2 0 0 1-1.7-2.9L9 9.2V4H8V2zm3 2v5.7L8.6 14h6.8L13 9.7V4h-2z",
};

/** Mail servers of any provider, with a password login. */
const smtp = {
  company: "The provider",
  mailboxes: "A mailbox at any provider",
  login: "password",
  limits: { dailySends: 500, connections: 3 },
  filesSentMail: "varies",
} as const satisfies Provider;

/** How people see these servers in the console. */
const shownSmtp: ShownProvider = {
  name: "SMTP and IMAP",
  icon: "M2 4h20v16H2V4zm2 2v1.2l8 5.6 8-5.6V6H4zm16 3.6l-8 5.6-8-5.6V18h16V9.6z",
};

const all = { smtp, google, outlook, sandbox } as const satisfies Readonly<Record<string, Provider>>;

/** A provider's name, which is the `type` of its mailboxes. */
export type ProviderName = keyof typeof all;

/** The names of the providers with this kind of login. */
type NameWith<L extends Provider["login"]> = { [N in ProviderName]: (typeof all)[N]["login"] extends L ? N : never }[ProviderName];
/** Providers whose mailboxes log in with a password. */
export type PasswordProviderName = NameWith<"password">;
/** Providers whose mailboxes log in by OAuth. */
export type OAuthProviderName = NameWith<"oauth">;
/** Providers without servers, which exist only in a test world. */
export type WorldProviderName = NameWith<"none">;

/** Every provider by its name. */
export const providers: Readonly<Record<ProviderName, Provider>> = all;

/** How people see each provider in the console; kept apart, so that no worker loads it. */
export const shownProviders: Readonly<Record<ProviderName, ShownProvider>> = {
  smtp: shownSmtp,
  google: shownGoogle,
  outlook: shownOutlook,
  sandbox: shownSandbox,
};

/** How people sign in to the console with a provider's accounts; kept apart as well. */
export const signInFacts: Readonly<Record<OAuthProviderName, SignInFacts>> = { google: googleSignIn, outlook: outlookSignIn };

/** All providers' names, in the order of the list. */
export const providerNames = /* @__PURE__ */ Object.keys(all) as unknown as readonly ProviderName[];

/** The names of the providers with one of these logins, in the order of the list. */
export const namesWith = <const L extends Provider["login"]>(...logins: readonly L[]): readonly NameWith<L>[] =>
  providerNames.filter((name): name is NameWith<L> => (logins as readonly string[]).includes(all[name].login));

/** The providers' names in Markdown, as text: "`google` or `outlook`". */
export const quoted = (login: Provider["login"]): string =>
  namesWith(login)
    .map((name) => `\`${name}\``)
    .join(" or ");

/** The OAuth facts of a provider. */
export const oauthOf = (name: OAuthProviderName): OAuthFacts => all[name].oauth;

/** The facts of an HTTP interface. */
export const apiOf = (name: ApiName): ApiFacts => {
  const found = namesWith("oauth")
    .map((provider) => oauthOf(provider).api)
    .find((api) => api?.name === name);
  if (!found) throw new Error(`no provider has the interface ${name}`);
  return found;
};

/** The providers with an HTTP interface that matches, as text: "google or outlook". */
export const withApi = (holds: (api: ApiFacts) => boolean = () => true): string =>
  namesWith("oauth")
    .filter((name) => {
      const { api } = oauthOf(name);
      return api && holds(api);
    })
    .join(" or ");

/** The providers whose OAuth applications may belong to one organisation's directory; its id then replaces `common` in their URLs. */
export const withDirectories = (): readonly string[] =>
  namesWith("oauth").filter((name) => oauthOf(name).authorizeUrl.includes("/common/"));

/** The providers that send push notifications through a Pub/Sub topic of the client's own project, by signed calls. */
export const withTopics = (): readonly string[] => namesWith("oauth").filter((name) => oauthOf(name).keysUrl !== undefined);

/** Whether a mailbox of this type logs in by consent. */
export const isByConsent = (type: ProviderName): type is OAuthProviderName => all[type].login === "oauth";

/** Whether a mailbox of this type logs in with a password. */
export const isByPassword = (type: ProviderName): type is PasswordProviderName => all[type].login === "password";

/** Whether a mailbox of this type exists only in a test world, and has no server. */
export const isOfWorld = (type: ProviderName): type is WorldProviderName => all[type].login === "none";
