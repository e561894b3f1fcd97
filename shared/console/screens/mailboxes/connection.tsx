import { listed, t } from "../../data/language.ts";
import type {
  ConnectSmtpMailbox,
  DiscoveredMailbox,
  KnownServers,
  Mailbox,
  OAuthClient,
  Provider,
  UpdateMailbox,
} from "../../../client/index.ts";
import { client } from "../../data/client.ts";
import { useRecord } from "../../data/queries.ts";
import { may, session } from "../../data/session.ts";
import { Select } from "../../ui/field.tsx";

/** The form of a connection: texts, "" for what the service chooses. */
export interface Draft {
  readonly email: string;
  readonly display_name: string;
  readonly password: string;
  readonly smtp_host: string;
  readonly smtp_port: string;
  readonly smtp_secure: string;
  readonly smtp_username: string;
  readonly imap_host: string;
  readonly imap_port: string;
  readonly imap_username: string;
  /** "" when it is the same as at the SMTP server. */
  readonly imap_password: string;
}

/** The servers of a provider. */
interface Preset {
  readonly name: string;
  readonly servers: Pick<Draft, "smtp_host" | "smtp_port" | "imap_host" | "imap_port"> & Partial<Pick<Draft, "smtp_secure">>;
  readonly hint?: string;
}

const presetOf = ({ name, hint, smtp, imap }: KnownServers): Preset => ({
  name,
  servers: { smtp_host: smtp.host, smtp_port: String(smtp.port), imap_host: imap.host, imap_port: String(imap.port) },
  ...(hint !== "" && { hint }),
});

const sandbox: Preset = {
  name: "Sandbox of npm start",
  servers: { smtp_host: "127.0.0.1", smtp_port: "3465", smtp_secure: "tls", imap_host: "127.0.0.1", imap_port: "3993" },
  hint: "Any address @sandbox.test, with the password that npm start printed: sandbox.",
};

/** The providers whose servers are known; on a laptop also its sandbox. */
export const presetsAt = (hostname: string, providers: readonly Pick<Provider, "servers">[]): readonly Preset[] => {
  const known = providers.flatMap(({ servers }) => servers.map(presetOf));
  return ["127.0.0.1", "localhost", "[::1]"].includes(hostname) ? [sandbox, ...known] : known;
};

/** The form of a new mailbox, or of one that is connected again. */
export const draftOf = (mailbox?: Mailbox): Draft => ({
  email: mailbox?.email ?? "",
  display_name: mailbox?.display_name ?? "",
  password: "",
  smtp_host: mailbox?.smtp_host ?? "",
  smtp_port: mailbox?.smtp_port?.toString() ?? "",
  smtp_secure: "",
  smtp_username: mailbox?.smtp_username ?? "",
  imap_host: mailbox?.imap_host ?? "",
  imap_port: mailbox?.imap_port?.toString() ?? "",
  imap_username: mailbox?.imap_username ?? "",
  imap_password: "",
});

const text = (value: string) => (value.trim() === "" ? undefined : value.trim());
const port = (value: string) => (value.trim() === "" ? undefined : Number(value));
const secure = (value: string): "tls" | "starttls" | undefined => (value === "tls" || value === "starttls" ? value : undefined);
const given = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== "")) as Partial<T>;

const serversOf = (draft: Draft) => {
  const imap = text(draft.imap_host);
  return given({
    smtp_host: text(draft.smtp_host),
    smtp_port: port(draft.smtp_port),
    smtp_secure: secure(draft.smtp_secure),
    smtp_username: text(draft.smtp_username),
    smtp_password: draft.password,
    ...(imap !== undefined && {
      imap_host: imap,
      imap_port: port(draft.imap_port),
      imap_username: text(draft.imap_username),
      imap_password: draft.imap_password || draft.password,
    }),
  });
};

/** The request that connects a mailbox. Required fields are sent even when empty, so that the service names them. */
export const connectBody = (draft: Draft): ConnectSmtpMailbox => {
  const { smtp_host = "", smtp_password = "", ...servers } = serversOf(draft);
  const name = given({ display_name: text(draft.display_name) });
  return { type: "smtp", email: draft.email.trim(), smtp_host, smtp_password, ...servers, ...name };
};

/** The request that gives a connected mailbox other servers or passwords: only the changed fields. */
export const updateBody = (draft: Draft, mailbox: Mailbox): UpdateMailbox =>
  Object.fromEntries(Object.entries(serversOf(draft)).filter(([name, value]) => mailbox[name as keyof Mailbox] !== value));

/** The fields that are shown under "Servers". */
export const serverFields: readonly string[] = Object.keys(draftOf()).filter(
  (name) => name.startsWith("smtp_") || name.startsWith("imap_"),
);

/** The discovered servers, for a form in which none were entered; empty for a mailbox that logs in by OAuth. */
export const foundServers = ({ login, smtp, imap }: DiscoveredMailbox): Partial<Draft> =>
  login === "oauth" || !smtp
    ? {}
    : {
        smtp_host: smtp.host,
        smtp_port: String(smtp.port),
        smtp_secure: smtp.secure,
        smtp_username: smtp.username,
        ...(imap && { imap_host: imap.host, imap_port: String(imap.port), imap_username: imap.username }),
      };

/** The result of the discovery, in a sentence, and whether the user must do more than enter the password. */
export const foundWords = (
  { email, type, login, provider_name: name, smtp, imap, guessed }: DiscoveredMailbox,
  providers: readonly Pick<Provider, "type" | "name">[],
): string => {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  if (login === "oauth")
    return t("{provider} takes no password here: sign in with {login} above.", {
      provider: name || domain,
      login: providers.find((provider) => provider.type === type)?.name ?? type,
    });
  if (!smtp)
    return t(
      "Nothing tells the mail servers of {domain}. Ask whoever runs them for the names, or let the mailbox’s owner connect it by a link.",
      {
        domain,
      },
    );
  const servers = imap ? listed([smtp.host, imap.host]) : t("{server}, and no inbox", { server: smtp.host });
  const begin =
    guessed || smtp.guessed
      ? t("A guess for {domain}: {servers}. Look whether they are right.", { domain, servers })
      : t("Found for {provider}: {servers}.", { provider: name || domain, servers });
  return login === "app_password" ? `${begin} ${t("It takes a password made for programs, not the account’s own.")}` : begin;
};

/** What an owner can be asked for: SMTP and IMAP, or so much of the provider's HTTP interface. */
const ACCESS_WORDS = {
  imap_smtp: "SMTP and IMAP",
  full: "API: read and send",
  read_send: "API: read and send, without drafts",
  send: "API: send alone, no inbox",
} as const;

/** What an owner is asked for; "" for what the operator has set. */
export type AskedAccess = keyof typeof ACCESS_WORDS | "";

const asksFor = ({ login, transports, accesses }: Pick<Provider, "login" | "transports" | "accesses">): readonly string[] =>
  login === "oauth" && accesses.length > 0 ? [...transports.filter((transport) => transport === "imap_smtp"), ...accesses] : [];

/** Whether a provider's owners can be asked for it. */
export const canAsk = (provider: Pick<Provider, "login" | "transports" | "accesses">, access: AskedAccess): boolean =>
  access === "" || asksFor(provider).includes(access);

/** The choices `[value, words]` of what owners at any of these providers are asked for; only the operator's where they have one way alone. */
export const accessChoices = (
  providers: readonly Pick<Provider, "login" | "transports" | "accesses">[],
): readonly (readonly [AskedAccess, string])[] => {
  const all = Object.keys(ACCESS_WORDS) as (keyof typeof ACCESS_WORDS)[];
  const known = all.filter((access) => providers.some((provider) => asksFor(provider).includes(access)));
  return [["", t("As this service is set up")], ...known.map((access) => [access, t(ACCESS_WORDS[access])] as const)];
};

/** The same in a request for a consent page or a connect link. */
export const reachFor = (access: AskedAccess) =>
  access === "" ? {} : access === "imap_smtp" ? ({ transport: "imap_smtp" } as const) : { access };

/** The account's own OAuth clients; none for people who may not see them, and in a test world. */
export const useOAuthClients = (): readonly OAuthClient[] => {
  const mayList = may("admin") && session.value?.mode !== "test";
  return useRecord<readonly OAuthClient[]>(["oauth-clients"], mayList ? () => client.oauthClients.list() : undefined).data ?? [];
};

/** The choice of the application to which a mailbox's owner consents; nothing where the account has none of its own. */
export const OAuthClientSelect = ({
  clients,
  ...select
}: {
  readonly clients: readonly OAuthClient[];
  readonly value?: string;
  readonly name?: string;
  readonly onChoice?: (id: string) => void;
}) => {
  const { onChoice, ...rest } = select;
  if (clients.length === 0) return null;
  return (
    <Select
      label="Application"
      hint="The owner gives access to it; an application of your own has its own limits and review at the provider."
      options={[["", t("This service’s")], ...clients.map(({ id, name }) => [id, name] as const)]}
      {...rest}
      {...(onChoice && { onChange: ({ currentTarget }) => onChoice(currentTarget.value) })}
    />
  );
};

/** The choice of what a mailbox's owner is asked for; nothing where the providers have one way alone. */
export const AccessSelect = ({
  providers,
  onChoice,
  ...select
}: {
  readonly providers: readonly Provider[];
  readonly value?: AskedAccess;
  readonly name?: string;
  readonly onChoice?: (access: AskedAccess) => void;
}) => {
  const choices = accessChoices(providers);
  if (choices.length === 1) return null;
  return (
    <Select
      label="Access"
      hint="What the owner is asked to allow, over the provider’s API or by SMTP and IMAP. The less it is, the easier the review of the application."
      options={choices}
      {...select}
      {...(onChoice && { onChange: ({ currentTarget }) => onChoice(currentTarget.value as AskedAccess) })}
    />
  );
};
