import type { Clock } from "../../ports.ts";
import { MailFailure } from "./mail-failure.ts";
import { needsRefresh, OAuthError, type OAuthTokens } from "../oauth/oauth.ts";
import type { ConfiguredProviders, EgressProxies, Grants, MailAccounts, SealedMailboxes, StoredGrant } from "../ports.ts";
import type { Credential, Mailbox } from "../mailbox.ts";

/** What opening credentials needs. */
export interface MailAccountPorts {
  readonly mailboxes: Pick<SealedMailboxes, "secrets">;
  readonly grants: Grants;
  readonly providers: ConfiguredProviders;
  readonly oauthTokens: OAuthTokens;
  readonly egressProxies: EgressProxies;
  readonly clock: Clock;
  readonly pause: (ms: number) => Promise<void>;
}

/** Longer than the token endpoint may take (10 s), so that a lease only runs out when its worker is dead. */
const LEASE_MS = 15_000;
const POLL_MS = 200;

/** Opens the credentials of mailboxes: passwords as stored, OAuth access tokens refreshed 5 minutes early by one worker at a time (S12). */
export const mailAccounts = (ports: MailAccountPorts): MailAccounts => {
  const credential = async (mailbox: Mailbox, password: "smtpPassword" | "imapPassword"): Promise<Credential> => {
    if (mailbox.type !== "smtp") return { accessToken: await accessToken(ports, mailbox) };
    const secret = (await ports.mailboxes.secrets(mailbox))[password];
    // It was deleted a moment ago; the same is said of a grant that is gone.
    if (secret === undefined) throw new MailFailure(password === "smtpPassword" ? "SMTP" : "IMAP", "credentials", { at: "login" });
    return { password: secret };
  };
  const through = async (mailbox: Mailbox, ipId = mailbox.ipId) => {
    const proxy = await ports.egressProxies.proxy(mailbox.userId, ipId);
    return proxy ? { proxy } : {};
  };
  return {
    smtp: async (mailbox, ipId) => ({
      ...mailbox.smtp,
      credential: await credential(mailbox, "smtpPassword"),
      ...(await through(mailbox, ipId)),
    }),
    // Reading takes the platform's own way out: a dead proxy of a dedicated IP never stops it.
    imap: async (mailbox) => mailbox.imap && { ...mailbox.imap, credential: await credential(mailbox, "imapPassword") },
    renew: async (mailbox, { credential }) => {
      if (!("accessToken" in credential)) return false;
      await ports.grants.forget(mailbox, credential.accessToken);
      return true;
    },
  };
};

/** The stored access token while it is good, else a refreshed one; while another worker refreshes, its result is waited for. */
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
  return { grant, token: needsRefresh(grant.accessTokenExpiresAt, clock.now()) ? undefined : grant.accessToken };
};

/** One refresh under the lease; undefined when the grant was replaced meanwhile, so that it must be read again. */
const refresh = async (ports: MailAccountPorts, mailbox: Mailbox): Promise<string | undefined> => {
  const { grant, token } = await usable(ports, mailbox);
  if (token !== undefined || mailbox.type === "smtp") return token;
  const provider = (await ports.providers())[mailbox.type];
  try {
    const { accessToken, expiresAt, refreshToken } = await ports.oauthTokens.refresh(provider, grant.refreshToken);
    const rotated = refreshToken !== undefined && refreshToken !== grant.refreshToken;
    const tokens = { accessToken, accessTokenExpiresAt: expiresAt, ...(rotated && { refreshToken }) };
    return (await ports.grants.store(mailbox, grant.version, tokens)) ? accessToken : undefined;
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return afterFailure(ports, mailbox, grant, error);
  }
};

/** A refusal counts only for the grant that is still stored; a provider that is down, only once the old access token has ended. */
const afterFailure = async (
  { grants, clock }: MailAccountPorts,
  mailbox: Mailbox,
  tried: StoredGrant,
  error: OAuthError,
): Promise<string | undefined> => {
  if (error.reason === "temporary") {
    const stillGood = tried.accessTokenExpiresAt !== undefined && tried.accessTokenExpiresAt > clock.now();
    if (stillGood && tried.accessToken !== undefined) return tried.accessToken;
    throw error;
  }
  const stored = await grants.read(mailbox);
  if (stored !== undefined && stored.version !== tried.version) return undefined;
  throw error;
};
