import { OAuthError, type OAuthTokens, type TokenGrant } from "#shared/mailboxes/oauth/oauth.ts";
import { oauthProviders } from "#shared/mailboxes/oauth/oauth-providers.ts";
import { mailAccounts } from "#shared/mailboxes/connection/mail-accounts.ts";
import type { ReadAccount, SubmissionAccount } from "#shared/mailboxes/mailbox.ts";
import type { ConnectionFailure, ConnectionTests, EgressProxies } from "#shared/mailboxes/ports.ts";
import { ids } from "#shared/platform/system.ts";
import { memoryEgressProxies, memoryMailboxes } from "#test/support/memory/mailboxes.ts";

/** An id_token for an address, from the built-in issuer of Google. */
const anIdToken = (email: string, facts: object = {}): string => {
  const claims = {
    iss: "https://accounts.google.com",
    aud: "client",
    exp: Date.now() / 1000 + 3600,
    email,
    email_verified: true,
    ...facts,
  };
  return `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.c2ln`;
};

/** A failed login. */
export const aFailure = (facts: Partial<ConnectionFailure> = {}): ConnectionFailure => ({
  protocol: "SMTP",
  status: "disconnected",
  field: "smtpPassword",
  message: "SMTP: refused",
  immediate: false,
  ...facts,
});

/** A token endpoint that knows the refresh tokens of `grants` (address by token) and counts its calls. */
const aTokenEndpoint = (grants: Record<string, string>) => {
  const endpoint = {
    calls: 0,
    down: false,
    rotate: false,
    scope: undefined as string | undefined,
    idToken: true,
    lifetimeMs: 3_600_000,
    latencyMs: 0,
  };
  const grant = (email: string | undefined): TokenGrant => {
    endpoint.calls += 1;
    if (endpoint.down) throw new OAuthError("temporary", "The token endpoint answered 503");
    if (email === undefined) throw new OAuthError("refused", "The authorisation has expired or was withdrawn");
    return {
      accessToken: `at.${endpoint.calls}`,
      expiresAt: new Date(Date.now() + endpoint.lifetimeMs),
      ...(endpoint.scope !== undefined && { scope: endpoint.scope }),
      ...(endpoint.idToken && { idToken: anIdToken(email) }),
    };
  };
  const tokens: OAuthTokens = {
    exchangeCode: async (_provider, { code }) => {
      const email = code.split("code:")[1];
      const granted = grant(email);
      grants[`rt:${code}`] = email ?? "";
      return { ...granted, refreshToken: `rt:${code}` };
    },
    refresh: async (_provider, refreshToken) => {
      await new Promise((done) => setTimeout(done, endpoint.latencyMs));
      const email = grants[refreshToken];
      const granted = grant(email);
      if (!endpoint.rotate) return granted;
      delete grants[refreshToken];
      const rotated = `rt.${endpoint.calls}`;
      grants[rotated] = email ?? "";
      return { ...granted, refreshToken: rotated };
    },
  };
  return { endpoint, tokens };
};

/** All ports of the mailbox use cases in memory. `logins` is what the mail servers were asked; `refuse` decides what they answer. */
export const mailboxPorts = (facts: { egressProxies?: EgressProxies; grants?: Record<string, string> } = {}) => {
  const mailboxes = memoryMailboxes();
  const { endpoint, tokens } = aTokenEndpoint(facts.grants ?? {});
  const servers = {
    logins: [] as (SubmissionAccount | ReadAccount)[],
    smtp: (_account: SubmissionAccount): ConnectionFailure | undefined => undefined,
    imap: (_account: ReadAccount): ConnectionFailure | undefined => undefined,
  };
  const connectionTests: ConnectionTests = {
    smtp: async (account) => (servers.logins.push(account), servers.smtp(account)),
    imap: async (account) => (servers.logins.push(account), servers.imap(account)),
  };
  const egressProxies = facts.egressProxies ?? memoryEgressProxies();
  const providers = async () => oauthProviders({ google: { client_id: "client" }, outlook: { client_id: "" } });
  const clock = { now: () => new Date() };
  const common = { mailboxes, grants: mailboxes.grants, providers, oauthTokens: tokens, egressProxies, clock };
  const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, Math.min(ms, 5)));
  return { ...common, connectionTests, ids, servers, endpoint, mailAccounts: mailAccounts({ ...common, pause }) };
};
