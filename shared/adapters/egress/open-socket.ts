import { once } from "node:events";
import { connect, isIP, type Socket } from "node:net";
import { isHost, isReachablePort, MAIL_PORTS, mayConnect, type AllowedRange } from "../../domain/mailboxes/egress/address-policy.ts";
import { MailFailure } from "../../domain/mailboxes/connection/mail-failure.ts";
import type { EgressTarget, OpenSocket } from "../../domain/mailboxes/egress/egress.ts";
import { type FindAddresses, findAddresses } from "../dns/find-addresses.ts";
import { DestinationUnreachable, passProxy } from "./proxy.ts";

/**
 * The operator's allow list; the ports allowed at public addresses (default: those of mail); and how long the lookup, and then connecting, including
 * the proxy, may take (ms, default 10 s each).
 */
export interface EgressSettings {
  readonly allowed: readonly AllowedRange[];
  readonly ports?: ReadonlySet<number>;
  readonly lookup?: FindAddresses;
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
  timeoutMs = 10_000,
  lookup = findAddresses({ timeoutMs }),
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
        const signal = AbortSignal.timeout(Math.ceil(timeoutMs / attempts.length));
        // A proxy's name is looked up here too: the socket would ask getaddrinfo.
        const next = target.proxy ? await addressOf(target.proxy.host, lookup) : address;
        return { socket: await reach(next, { ...target, address }, signal), address };
      } catch (error) {
        cause = error;
      }
    }
    const ours = target.proxy !== undefined && !(cause instanceof DestinationUnreachable);
    throw new MailFailure(target.protocol, ours ? "egressProxy" : "unreachable", { cause });
  };
};

/** One blocked address in the answer refuses the whole name: a resolver used for DNS rebinding mixes them (S2 in SECURITY.md). */
const checkedAddresses = async (
  target: EgressTarget,
  isAllowed: (address: string) => boolean,
  resolve: FindAddresses,
): Promise<string[]> => {
  if (!isHost(target.host)) throw new MailFailure(target.protocol, "blocked");
  const found = await resolve(target.host).catch((cause: unknown) => {
    throw new MailFailure(target.protocol, "unreachable", { cause });
  });
  const addresses = found.map((entry) => entry.address);
  if (!addresses.every(isAllowed)) throw new MailFailure(target.protocol, "blocked");
  return addresses;
};

const addressOf = async (host: string, lookup: FindAddresses): Promise<string> =>
  isIP(host) > 0 ? host : ((await lookup(host))[0]?.address ?? "");

/** Connects to an address at the target's port, or to the proxy there, and through it to the target's address. */
const reach = async (
  host: string,
  { address, port, proxy }: EgressTarget & { readonly address: string },
  signal: AbortSignal,
): Promise<Socket> => {
  const socket = connect({ host, port: proxy?.port ?? port, noDelay: true });
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

/** Ends the waiting for any look-up, whoever makes it. */
const within =
  (timeoutMs: number, lookup: FindAddresses): FindAddresses =>
  (host) => {
    const late = new Promise<never>((_, reject) => {
      AbortSignal.timeout(timeoutMs).addEventListener("abort", () => reject(new Error("lookup timed out")), { once: true });
    });
    return Promise.race([lookup(host), late]);
  };
