import { once } from "node:events";
import { type Socket, connect, isIP } from "node:net";
import { parseIp, isHost, isReachablePort, MAIL_PORTS, mayConnect, type AllowedRange } from "./address-policy.ts";
import type { EgressProxy } from "#shared/mailboxes/mailbox.ts";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import type { EgressTarget, OpenSocket } from "./egress.ts";
import { type FindAddresses, findAddresses } from "../dns/find-addresses.ts";

/** The checked address to which the proxy connects; never a name, which the proxy would resolve unchecked. */
export interface ProxyDestination {
  readonly address: string;
  readonly port: number;
}

/** The proxy works and reports that the destination cannot be reached. */
class DestinationUnreachable extends Error {}

/** SOCKS5 replies about the destination: network or host unreachable, connection refused, TTL expired (RFC 1928, 6). */
const SOCKS_DESTINATION: ReadonlySet<number> = new Set([3, 4, 5, 6]);
/** HTTP answers about it: bad gateway, gateway timeout (RFC 9110, 15.6). */
const HTTP_DESTINATION = /^HTTP\/1\.[01] 50[24][ \r]/;

/**
 * Asks the proxy at the other end of the socket for a connection. Throws DestinationUnreachable when it cannot reach the address, another error when
 * the proxy fails; the caller sets the time limit. Reads no byte beyond the proxy's answer, because the mail server's greeting may follow directly
 * (the socks package loses it).
 */
const passProxy = (socket: Socket, proxy: EgressProxy, to: ProxyDestination): Promise<void> => {
  return proxy.protocol === "socks5" ? passSocks(socket, proxy, to) : passConnect(socket, proxy, to);
};

/** SOCKS5 CONNECT (RFC 1928), with user name and password (RFC 1929) or without. */
const passSocks = async (socket: Socket, { username, password = "" }: EgressProxy, to: ProxyDestination): Promise<void> => {
  const method = username === undefined ? 0 : 2;
  socket.write(Buffer.from([5, 1, method]));
  expectBytes(await read(socket, 2), [5, method]);
  if (username !== undefined) {
    socket.write(Buffer.concat([Buffer.from([1]), counted(username), counted(password)]));
    expectBytes((await read(socket, 2)).subarray(1), [0]);
  }
  socket.write(socksRequest(to));
  const answer = await read(socket, 5);
  if (SOCKS_DESTINATION.has(answer.readUInt8(1))) throw new DestinationUnreachable("the proxy cannot reach the address");
  expectBytes(answer.subarray(0, 3), [5, 0, 0]);
  const rest = { 1: 5, 3: answer.readUInt8(4) + 2, 4: 17 }[answer.readUInt8(3)];
  if (rest === undefined) throw new Error("the proxy's answer is malformed");
  await read(socket, rest);
};

const socksRequest = ({ address, port }: ProxyDestination): Buffer => {
  const ip = parseIp(address);
  if (!ip) throw new Error("not an address");
  const octets = Buffer.from(ip.value.toString(16).padStart(ip.family === 4 ? 8 : 32, "0"), "hex");
  return Buffer.concat([Buffer.from([5, 1, 0, ip.family === 4 ? 1 : 4]), octets, Buffer.from([port >> 8, port & 255])]);
};

const counted = (text: string) => Buffer.concat([Buffer.from([Buffer.byteLength(text)]), Buffer.from(text)]);

const expectBytes = (got: Buffer, wanted: readonly number[]): void => {
  if (!got.equals(Buffer.from(wanted))) throw new Error("the proxy refused the connection");
};

const MAX_HEAD_BYTES = 8192;

/** HTTP CONNECT (RFC 9110, 9.3.6), with Basic credentials or without. */
const passConnect = async (socket: Socket, { username, password = "" }: EgressProxy, to: ProxyDestination): Promise<void> => {
  const authority = to.address.includes(":") ? `[${to.address}]:${to.port}` : `${to.address}:${to.port}`;
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`];
  if (username !== undefined) lines.push(`Proxy-Authorization: Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`);
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  let head = "";
  while (!head.endsWith("\r\n\r\n")) {
    if (head.length === MAX_HEAD_BYTES) throw new Error("the proxy's answer is too long");
    head += (await read(socket, 1)).toString("latin1");
  }
  if (HTTP_DESTINATION.test(head)) throw new DestinationUnreachable("the proxy cannot reach the address");
  if (!/^HTTP\/1\.[01] 2\d\d[ \r]/.test(head)) throw new Error("the proxy refused the connection");
};

/** Reads exactly `length` bytes; leaves the socket neither flowing nor paused, as if it were new. */
const read = async (socket: Socket, length: number): Promise<Buffer> => {
  for (;;) {
    const chunk: Buffer | null = socket.read(length);
    if (chunk?.length === length) return chunk;
    if (chunk || socket.readableEnded || socket.destroyed) throw new Error("the proxy closed the connection");
    await once(socket, "readable");
  }
};

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

/** Limits the time of a lookup, whoever makes it. */
const within =
  (timeoutMs: number, lookup: FindAddresses): FindAddresses =>
  (host) => {
    const late = new Promise<never>((_, reject) => {
      AbortSignal.timeout(timeoutMs).addEventListener("abort", () => reject(new Error("lookup timed out")), { once: true });
    });
    return Promise.race([lookup(host), late]);
  };
