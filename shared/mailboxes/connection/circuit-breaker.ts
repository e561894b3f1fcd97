import type { Clock } from "#shared/platform/ports.ts";
import { MailFailure } from "./mail-failure.ts";

/** A failed connection that took at least this long kept a worker waiting, ms. */
const SLOW_MS = 5_000;
/** How many mailboxes in a row must wait without an answer to open the circuit. */
const FAILURES_TO_OPEN = 2;
/** How long the circuit stays open, ms. */
export const CIRCUIT_OPEN_MS = 120_000;
/** How many hosts are remembered; a process meets few. */
const HOSTS_MAX = 500;

/** No connection to the host was tried, because other mailboxes recently waited for it without an answer. */
export class CircuitOpen extends Error {
  override readonly name = "CircuitOpen";
}

interface Asked {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly proxy?: unknown;
}

interface Failures {
  readonly accounts: ReadonlySet<string>;
  readonly at: number;
}

/**
 * A circuit breaker for each host around `open`. When two mailboxes in a row have waited without an answer, the circuit opens: for two minutes the
 * host's other mailboxes fail at once with CircuitOpen. Then one mailbox tries again (half-open). Each process has its own state. Connections through
 * a proxy are left out, because the proxy may be the cause.
 */
export const withCircuitBreaker = <A extends Asked, Rest extends readonly unknown[], R>(
  open: (account: A, ...rest: Rest) => Promise<R>,
  clock: Clock,
): ((account: A, ...rest: Rest) => Promise<R>) => {
  const failures = new Map<string, Failures>();
  const note = (host: string, username: string): void => {
    const accounts = new Set(failures.get(host)?.accounts).add(username);
    failures.delete(host);
    if (failures.size >= HOSTS_MAX) failures.delete(failures.keys().next().value ?? "");
    failures.set(host, { accounts, at: clock.now().getTime() });
  };
  const isOpen = (host: string): boolean => {
    const failure = failures.get(host);
    return failure !== undefined && failure.accounts.size >= FAILURES_TO_OPEN && clock.now().getTime() - failure.at < CIRCUIT_OPEN_MS;
  };
  return async (account, ...rest) => {
    if (account.proxy) return open(account, ...rest);
    const host = `${account.host.toLowerCase()}:${account.port}`;
    if (isOpen(host)) throw new CircuitOpen();
    const began = clock.now().getTime();
    try {
      const opened = await open(account, ...rest);
      failures.delete(host);
      return opened;
    } catch (error) {
      const isTimeout = error instanceof MailFailure && error.reason === "unreachable" && clock.now().getTime() - began >= SLOW_MS;
      if (isTimeout) note(host, account.username);
      else if (error instanceof MailFailure) failures.delete(host);
      throw error;
    }
  };
};
