import { accessOf, type ApiAccount, type Credential, type Mailbox, sandboxAccount, transportOf } from "../mailbox.ts";
import { isByConsent, isOfWorld } from "#shared/providers/index.ts";
import { Refusal } from "#shared/platform/errors.ts";
import type { Access, TransportName } from "#shared/providers/provider.ts";
import { apiToSwitchTo, type OAuthProvider, type OAuthProviders, providerFor } from "../oauth/oauth-providers.ts";
import { OAuthError, needsRefresh, type OAuthTokens, type TokenGrant } from "../oauth/oauth.ts";
import type { Clock } from "#shared/platform/ports.ts";
import { MailFailure } from "./mail-failure.ts";
import type { ConfiguredProviders, EgressProxies, Grants, MailAccounts, SealedMailboxes, StoredGrant } from "../ports.ts";

const HTTPS_PORT = 443;

/** A mailbox's account at the provider's HTTP interface; throws OAuthError where the provider has none. */
export const apiAccount = (
  { api }: OAuthProvider,
  { username, mailboxUser, access }: { username: string; mailboxUser?: string | undefined; access: Access },
  accessToken: string,
): ApiAccount => {
  if (!api) throw new OAuthError("misconfigured", "The provider has no HTTP interface for mail");
  const { hostname, port } = new URL(api.url);
  return {
    api: api.name,
    apiUrl: api.url,
    access,
    host: hostname,
    port: Number(port) || HTTPS_PORT,
    username,
    ...(mailboxUser !== undefined && { mailboxUser }),
    credential: { accessToken },
  };
};

/** The dependencies of opening credentials. */
export interface MailAccountPorts {
  readonly mailboxes: Pick<SealedMailboxes, "secrets">;
  readonly grants: Grants;
  readonly providers: ConfiguredProviders;
  readonly oauthTokens: OAuthTokens;
  readonly egressProxies: EgressProxies;
  readonly clock: Clock;
  readonly pause: (ms: number) => Promise<void>;
}

/** How long a refresh is leased, ms. The token endpoint has 10 s, so a lease expires only when its worker is dead. */
const LEASE_MS = 15_000;
const POLL_MS = 200;

/**
 * Opens the credentials of mailboxes: stored passwords, and OAuth access tokens, which one worker at a time refreshes 5 minutes before they expire
 * (S12 in SECURITY.md).
 */
export const mailAccounts = (ports: MailAccountPorts): MailAccounts => {
  const credential = async (mailbox: Mailbox, password: "smtpPassword" | "imapPassword"): Promise<Credential> => {
    if (isByConsent(mailbox.type)) return { accessToken: await accessToken(ports, mailbox) };
    const secret = (await ports.mailboxes.secrets(mailbox))[password];
    // The mailbox was deleted a moment ago; the failure is the same as for a grant that no longer exists.
    if (secret === undefined) throw new MailFailure(password === "smtpPassword" ? "SMTP" : "IMAP", "credentials", { at: "login" });
    return { password: secret };
  };
  const through = async (mailbox: Mailbox, ipId = mailbox.ipId) => {
    const proxy = await ports.egressProxies.proxy(mailbox.userId, ipId);
    return proxy ? { proxy } : {};
  };
  const atApi = async (mailbox: Mailbox): Promise<ApiAccount | undefined> => {
    const access = accessOf(mailbox);
    if (!isByConsent(mailbox.type) || access === undefined) return undefined;
    const provider = (await ports.providers())[mailbox.type];
    const { mailboxUser, smtp } = mailbox;
    return apiAccount(provider, { username: smtp.username, mailboxUser, access }, await accessToken(ports, mailbox));
  };
  return {
    smtp: async (mailbox, ipId) => {
      if (isOfWorld(mailbox.type)) return sandboxAccount(mailbox);
      const overApi = await atApi(mailbox);
      const domain = mailbox.email.slice(mailbox.email.lastIndexOf("@") + 1);
      return (
        overApi ?? { ...mailbox.smtp, domain, credential: await credential(mailbox, "smtpPassword"), ...(await through(mailbox, ipId)) }
      );
    },
    // Reading never uses the proxy of a dedicated IP, so a dead proxy cannot stop it.
    imap: async (mailbox) => {
      if (isOfWorld(mailbox.type)) return sandboxAccount(mailbox);
      return mailbox.imap && ((await atApi(mailbox)) ?? { ...mailbox.imap, credential: await credential(mailbox, "imapPassword") });
    },
    renew: async (mailbox, { credential }) => {
      if (!("accessToken" in credential)) return false;
      await ports.grants.forget(mailbox, credential.accessToken);
      return true;
    },
    otherWay: async (mailbox) => {
      if (!isByConsent(mailbox.type) || (mailbox.transport ?? "auto") !== "auto") return undefined;
      const api = apiToSwitchTo((await ports.providers())[mailbox.type]);
      if (!api || transportOf(mailbox) === api.name) return undefined;
      try {
        await accessToken(ports, { ...mailbox, transportUsed: api.name });
        return { transportUsed: api.name };
      } catch (error) {
        if (error instanceof OAuthError) return undefined;
        throw error;
      }
    },
  };
};

/** An access token is for one service: the stored one, if it is for the mailbox's transport. */
const keptFor = (mailbox: Mailbox, { accessToken: token, accessTokenFor = "imap_smtp" }: StoredGrant): string | undefined =>
  accessTokenFor === transportOf(mailbox) ? token : undefined;

/** The stored access token while it is valid, else a refreshed one; when another worker is refreshing, its result is awaited. */
const accessToken = async (ports: MailAccountPorts, mailbox: Mailbox): Promise<string> => {
  for (let waited = 0; waited <= LEASE_MS; waited += POLL_MS) {
    const known = await usable(ports, mailbox);
    if (known.token !== undefined) return known.token;
    const lease = await ports.grants.lease(mailbox, LEASE_MS);
    if (lease === undefined) {
      await ports.pause(POLL_MS);
      continue;
    }
    try {
      const refreshed = await refresh(ports, mailbox);
      if (refreshed !== undefined) return refreshed;
    } finally {
      await ports.grants.release(mailbox, lease);
    }
  }
  throw new OAuthError("temporary", "The access token is being refreshed by another worker");
};

const usable = async (
  { grants, clock }: MailAccountPorts,
  mailbox: Mailbox,
): Promise<{ grant: StoredGrant; token: string | undefined }> => {
  const grant = await grants.read(mailbox);
  if (!grant) throw new OAuthError("refused", "The mailbox holds no grant");
  return { grant, token: needsRefresh(grant.accessTokenExpiresAt, clock.now()) ? undefined : keptFor(mailbox, grant) };
};

/** Refreshes once under the lease; undefined when the grant was replaced meanwhile and must be read again. */
const refresh = async (ports: MailAccountPorts, mailbox: Mailbox): Promise<string | undefined> => {
  const { grant, token } = await usable(ports, mailbox);
  if (token !== undefined || !isByConsent(mailbox.type)) return token;
  const transport = transportOf(mailbox);
  const wanted = { isShared: mailbox.mailboxUser !== undefined, access: accessOf(mailbox) };
  try {
    const provider = providerFor((await clientsOf(ports, mailbox))[mailbox.type], transport, wanted);
    const refreshed = await ports.oauthTokens.refresh(provider, grant.refreshToken);
    return (await ports.grants.store(mailbox, grant.version, tokensToStore(grant, refreshed, transport)))
      ? refreshed.accessToken
      : undefined;
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return afterFailure(ports, mailbox, grant, error);
  }
};

/** The providers with the client that the mailbox's grant is for. A client that is gone refuses nobody: its mailbox waits, and is told of. */
const clientsOf = async ({ providers: configured }: MailAccountPorts, mailbox: Mailbox): Promise<OAuthProviders> => {
  try {
    return await configured(mailbox);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new OAuthError("client", "The mailbox's OAuth client is not stored", { cause: error });
  }
};

/** The tokens of a refresh, as they are stored: an unchanged refresh token stays as it is. */
export const tokensToStore = (
  { refreshToken: used }: StoredGrant,
  { accessToken: token, expiresAt, refreshToken }: TokenGrant,
  accessTokenFor: TransportName,
) => ({
  accessToken: token,
  accessTokenExpiresAt: expiresAt,
  accessTokenFor,
  ...(refreshToken !== undefined && refreshToken !== used && { refreshToken }),
});

/** A refusal counts only when the same grant is still stored; a provider outage only once the old access token has expired. */
const afterFailure = async (
  { grants, clock }: MailAccountPorts,
  mailbox: Mailbox,
  tried: StoredGrant,
  error: OAuthError,
): Promise<string | undefined> => {
  if (error.reason === "temporary") {
    const stillGood = tried.accessTokenExpiresAt !== undefined && tried.accessTokenExpiresAt > clock.now();
    const token = keptFor(mailbox, tried);
    if (stillGood && token !== undefined) return token;
    throw error;
  }
  const stored = await grants.read(mailbox);
  if (stored !== undefined && stored.version !== tried.version) return undefined;
  throw error;
};
