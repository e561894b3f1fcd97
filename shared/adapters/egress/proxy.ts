import { once } from "node:events";
import type { Socket } from "node:net";
import { parseIp } from "../../domain/mailboxes/egress/ip-address.ts";
import type { EgressProxy } from "../../domain/mailboxes/mailbox.ts";

/** The checked address to which the proxy connects; never a name, which the proxy would resolve unchecked. */
export interface ProxyDestination {
  readonly address: string;
  readonly port: number;
}

/** The proxy works and reports that the destination cannot be reached. */
export class DestinationUnreachable extends Error {}

/** SOCKS5 replies about the destination: network or host unreachable, connection refused, TTL expired (RFC 1928, 6). */
const SOCKS_DESTINATION: ReadonlySet<number> = new Set([3, 4, 5, 6]);
/** HTTP answers about it: bad gateway, gateway timeout (RFC 9110, 15.6). */
const HTTP_DESTINATION = /^HTTP\/1\.[01] 50[24][ \r]/;

/**
 * Asks the proxy at the other end of the socket for a connection. Throws DestinationUnreachable when it cannot reach the address, another error when
 * the proxy fails; the caller sets the time limit. Reads no byte beyond the proxy's answer, because the mail server's greeting may follow directly
 * (the socks package loses it).
 */
export const passProxy = (socket: Socket, proxy: EgressProxy, to: ProxyDestination): Promise<void> => {
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
