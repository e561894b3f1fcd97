import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { LookupAddress } from "node:dns";
import { isHost, isReachablePort, MAIL_PORTS, mayConnect, type AllowedRange } from "../../domain/mailboxes/egress/address-policy.ts";
import { MailFailure } from "../../domain/mailboxes/connection/mail-failure.ts";
import type { EgressTarget, OpenSocket } from "../../domain/mailboxes/egress/egress.ts";
import { DestinationUnreachable, passProxy } from "./proxy.ts";

/** Finds every address of a name, as `dns.lookup` with `all` does. */
type Lookup = (host: string) => Promise<readonly LookupAddress[]>;

/**
 * The operator's allow list; the ports allowed at public addresses (default: those of mail); and how long the lookup, and then connecting, including
 * the proxy, may take (ms, default 10 s each).
 */
export interface EgressSettings {
  readonly allowed: readonly AllowedRange[];
  readonly ports?: ReadonlySet<number>;
  readonly lookup?: Lookup;
  readonly timeoutMs?: number;
}

const MAX_ADDRESSES = 4;

/**
 * Makes the function through which every connection is opened: resolve the name, refuse if any address is blocked, connect to a checked address (S1,
 * S2 in SECURITY.md).
 */
export const createOpenSocket = ({
  allowed,
  ports = MAIL_PORTS,
  lookup = systemLookup,
  timeoutMs = 10_000,
}: EgressSettings): OpenSocket<Socket> => {
  return async (target) => {
    if (!isReachablePort(target.port, allowed, ports)) throw new MailFailure(target.protocol, "blocked");
    const addresses = await checkedAddresses(
      target,
      (address) => mayConnect(address, target.port, allowed, ports),
      within(timeoutMs, lookup),
    );
    const attempts = addresses.slice(0, MAX_ADDRESSES);
    let cause: unknown;
    for (const address of attempts) {
      try {
        return { socket: await reach(address, target, AbortSignal.timeout(Math.ceil(timeoutMs / attempts.length))), address };
      } catch (error) {
        cause = error;
      }
    }
    const ours = target.proxy !== undefined && !(cause instanceof DestinationUnreachable);
    throw new MailFailure(target.protocol, ours ? "egressProxy" : "unreachable", { cause });
  };
};

const systemLookup: Lookup = (host) => lookup(host, { all: true, verbatim: true });

/** One blocked address in the answer refuses the whole name: a resolver used for DNS rebinding mixes them (S2 in SECURITY.md). */
const checkedAddresses = async (target: EgressTarget, isAllowed: (address: string) => boolean, resolve: Lookup): Promise<string[]> => {
  if (!isHost(target.host)) throw new MailFailure(target.protocol, "blocked");
  const found = await resolve(target.host).catch((cause: unknown) => {
    throw new MailFailure(target.protocol, "unreachable", { cause });
  });
  const addresses = found.map((entry) => entry.address);
  if (!addresses.every(isAllowed)) throw new MailFailure(target.protocol, "blocked");
  return addresses;
};

const reach = async (address: string, { port, proxy }: EgressTarget, signal: AbortSignal): Promise<Socket> => {
  const next = proxy ?? { host: address, port };
  const socket = connect({ host: next.host, port: next.port, noDelay: true });
  // An error on a socket without a listener would end the process; the next use sees that the socket is closed.
  socket.on("error", () => undefined);
  const stop = () => socket.destroy(new Error("timed out"));
  signal.addEventListener("abort", stop, { once: true });
  try {
    await once(socket, "connect");
    if (proxy) await passProxy(socket, proxy, { address, port });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
};

/** A lookup cannot be cancelled, so only the waiting ends. */
const within = (timeoutMs: number, lookup: Lookup): Lookup => {
  return (host) => {
    const late = new Promise<never>((_, reject) => {
      AbortSignal.timeout(timeoutMs).addEventListener("abort", () => reject(new Error("lookup timed out")), { once: true });
    });
    return Promise.race([lookup(host), late]);
  };
};
