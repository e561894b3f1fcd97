import type { Clock } from "../../ports.ts";
import { MailFailure } from "./mail-failure.ts";

/** A connection that failed after so long kept a worker waiting, ms. */
const SLOW_MS = 5_000;
/** So many mailboxes in a row must have waited in vain. */
const WAITED_IN_VAIN = 2;
/** How long the host's other mailboxes are spared then, ms. */
export const SPARED_MS = 120_000;
/** Hosts that are remembered; a process meets few. */
const HOSTS_MAX = 500;

/** Nobody was asked: other mailboxes waited in vain for this host a moment ago. */
export class SilentHost extends Error {
  override readonly name = "SilentHost";
}

interface Asked {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly proxy?: unknown;
}

interface Silence {
  readonly accounts: ReadonlySet<string>;
  readonly at: number;
}

/**
 * An `open` that does not wait for a host which keeps workers waiting: after two mailboxes in a row, the others of that host fail at once
 * with SilentHost for two minutes; then one tries again. What it knows is this process's own. Through a proxy the silence may be the proxy's,
 * so such connections neither tell nor are spared.
 */
export const sparingSilentHosts = <A extends Asked, Rest extends readonly unknown[], R>(
  open: (account: A, ...rest: Rest) => Promise<R>,
  clock: Clock,
): ((account: A, ...rest: Rest) => Promise<R>) => {
  const silences = new Map<string, Silence>();
  const note = (host: string, username: string): void => {
    const accounts = new Set(silences.get(host)?.accounts).add(username);
    silences.delete(host);
    if (silences.size >= HOSTS_MAX) silences.delete(silences.keys().next().value ?? "");
    silences.set(host, { accounts, at: clock.now().getTime() });
  };
  const isSpared = (host: string): boolean => {
    const silence = silences.get(host);
    return silence !== undefined && silence.accounts.size >= WAITED_IN_VAIN && clock.now().getTime() - silence.at < SPARED_MS;
  };
  return async (account, ...rest) => {
    if (account.proxy) return open(account, ...rest);
    const host = `${account.host.toLowerCase()}:${account.port}`;
    if (isSpared(host)) throw new SilentHost();
    const began = clock.now().getTime();
    try {
      const opened = await open(account, ...rest);
      silences.delete(host);
      return opened;
    } catch (error) {
      const isSilence = error instanceof MailFailure && error.reason === "unreachable" && clock.now().getTime() - began >= SLOW_MS;
      if (isSilence) note(host, account.username);
      else if (error instanceof MailFailure) silences.delete(host);
      throw error;
    }
  };
};
