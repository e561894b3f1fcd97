import { classifyConnectionError } from "./connection-errors.ts";
import type { MailProtocol } from "../egress/egress.ts";
import type { EgressProxy, Mailbox, ReadAccount, SubmissionAccount } from "../mailbox.ts";
import { OAuthError } from "../oauth/oauth.ts";
import type { ConnectionFailure, ConnectionTests, MailAccounts } from "../ports.ts";
import type { Logins } from "../settings.ts";

/**
 * Logs in with credentials that are not stored yet, with both protocols at the same time; SMTP through the proxy, IMAP never. Returns all failures.
 */
export const testLogins = async (
  tests: ConnectionTests,
  { smtp, imap, graph }: Logins,
  proxy?: EgressProxy,
): Promise<readonly ConnectionFailure[]> => {
  // One token and one service for both ends: one call proves them.
  if (graph) return [await tests.smtp(graph)].filter((failure) => failure !== undefined);
  const outcomes = await Promise.all([
    smtp && tests.smtp({ ...smtp.settings, credential: smtp.credential, ...(proxy && { proxy }) }),
    imap && tests.imap({ ...imap.settings, credential: imap.credential }),
  ]);
  return outcomes.filter((outcome) => outcome !== undefined);
};

/** Logs in with the stored credentials, once more with a new access token when one is refused; undefined means success or nothing to test. */
export const testStoredLogin = async (
  ports: { readonly connectionTests: ConnectionTests; readonly mailAccounts: MailAccounts },
  mailbox: Mailbox,
  protocol: MailProtocol,
): Promise<ConnectionFailure | undefined> => {
  const { connectionTests, mailAccounts } = ports;
  const attempt = async (): Promise<{ account: SubmissionAccount | ReadAccount; failure: ConnectionFailure | undefined } | undefined> => {
    if (protocol === "SMTP") {
      const account = await mailAccounts.smtp(mailbox);
      return { account, failure: await connectionTests.smtp(account) };
    }
    const account = await mailAccounts.imap(mailbox);
    return account && { account, failure: await connectionTests.imap(account) };
  };
  try {
    const first = await attempt();
    if (first?.failure?.status !== "disconnected" || !(await mailAccounts.renew(mailbox, first.account))) return first?.failure;
    return (await attempt())?.failure;
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return classifyConnectionError(error, { protocol, credential: "oauth" });
  }
};
