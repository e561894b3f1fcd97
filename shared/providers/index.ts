import { google, googleSignIn, shownGoogle } from "./google.ts";
import { outlook, outlookSignIn, shownOutlook } from "./outlook.ts";
import type { ApiFacts, ApiName, OAuthFacts, Provider, ShownProvider, SignInFacts } from "./provider.ts";
import { sandbox, shownSandbox } from "./sandbox.ts";
import { shownSmtp, smtp } from "./smtp.ts";

const all = { smtp, google, outlook, sandbox } as const satisfies Readonly<Record<string, Provider>>;

/** A provider's name, which is the `type` of its mailboxes. */
export type ProviderName = keyof typeof all;

/** The names of the providers with this kind of login. */
type NameWith<L extends Provider["login"]> = { [N in ProviderName]: (typeof all)[N]["login"] extends L ? N : never }[ProviderName];
export type PasswordProviderName = NameWith<"password">;
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

/** The providers' names in the form of the contract's sentences: "`google` or `outlook`". */
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

/** The names of the providers with an HTTP interface of which this holds, in the form of a sentence: "google or outlook". */
export const withApi = (holds: (api: ApiFacts) => boolean = () => true): string =>
  namesWith("oauth")
    .filter((name) => {
      const { api } = oauthOf(name);
      return api && holds(api);
    })
    .join(" or ");

/** The providers whose applications may be of one organisation's directory, which then stands in their URLs in place of `common`. */
export const withDirectories = (): readonly string[] =>
  namesWith("oauth").filter((name) => oauthOf(name).authorizeUrl.includes("/common/"));

/** The providers that tell of new mail through a topic of the client's own project, and sign those calls. */
export const withTopics = (): readonly string[] => namesWith("oauth").filter((name) => oauthOf(name).keysUrl !== undefined);

/** Whether a mailbox of this type logs in by consent. */
export const isByConsent = (type: ProviderName): type is OAuthProviderName => all[type].login === "oauth";

/** Whether a mailbox of this type logs in with a password. */
export const isByPassword = (type: ProviderName): type is PasswordProviderName => all[type].login === "password";

/** Whether a mailbox of this type exists only in a test world, and has no server. */
export const isOfWorld = (type: ProviderName): type is WorldProviderName => all[type].login === "none";
