// Opens servers of loopback on other addresses of this machine, because a container's loopback is its own.
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { StartFailure } from "./terminal.ts";

/** Matches the hosts that mean the machine itself. */
const LOOPBACK = /^(?:127\.|::1$|localhost$)/;
/** The address on which the servers listen anyway. */
const THEIR_OWN = "127.0.0.1";

/** The port of a URL on loopback; empty for another host, which containers can reach directly. */
export const loopbackPort = (url: string): readonly number[] => {
  const [, host = "", port = ""] = /^\w+:\/\/(?:[^@/]*@)?([\w.-]+):(\d+)/.exec(url) ?? [];
  return LOOPBACK.test(host) ? [Number(port)] : [];
};

/** The addresses that one given to --listen means: itself, or of "all addresses" those of this machine's networks. */
const addressesOf = (listen: string): readonly string[] => {
  if (listen !== "0.0.0.0" && listen !== "::") return listen === THEIR_OWN || listen === "::1" ? [] : [listen];
  return Object.values(networkInterfaces()).flatMap((given = []) =>
    given.flatMap(({ internal, family, address }) =>
      internal || (family === "IPv6" && (listen !== "::" || address.startsWith("fe80:"))) ? [] : [address],
    ),
  );
};

/** Passes each connection on to the same port of loopback; each end closes the other. */
const forward = (port: number, sockets: Set<Socket>): Server =>
  createServer({ allowHalfOpen: true }, (outer) => {
    const inner = connect({ host: THEIR_OWN, port, allowHalfOpen: true });
    for (const [one, other] of [[outer, inner] as const, [inner, outer] as const]) {
      sockets.add(one);
      one.setNoDelay(true).once("error", () => other.destroy());
      one.once("close", () => sockets.delete(one) && other.destroy());
      one.pipe(other);
    }
  });

/** Opens ports of loopback on an address, or on all for 0.0.0.0 and ::; throws StartFailure where one cannot be opened. */
export const openBeyondLoopback = async (listen: string, ports: readonly number[]): Promise<{ stop: () => void }> => {
  const sockets = new Set<Socket>();
  const servers: Server[] = [];
  const stop = () => {
    for (const server of servers) server.close();
    for (const socket of sockets) socket.destroy();
  };
  for (const host of addressesOf(listen))
    for (const port of ports) {
      const server = forward(port, sockets).listen({ host, port });
      servers.push(server);
      await once(server, "listening").catch((error: Error) => {
        stop();
        throw new StartFailure(`--listen ${listen}: ${error.message}`);
      });
    }
  return { stop };
};
