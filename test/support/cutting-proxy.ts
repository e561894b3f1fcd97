/** A TCP proxy between a client and its server that makes the network bad: late, slow, or gone. */
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { listenOnLoopback } from "#infra/local/socket-input.ts";

/** How the network is now; may be changed while it runs. */
export interface Network {
  /** Added to each direction, so the round trip is twice as long. */
  delayMs: number;
  /** Per direction and connection; 0 for no limit. */
  bytesPerSecond: number;
  /** Cuts a connection once this many bytes have come from its server. */
  cutAfterBytes: number;
  /** How a connection is cut. */
  cutBy: "fin" | "reset";
}

/** Starts the proxy on 127.0.0.1 at a free port. */
export const startCuttingProxy = async (target: { readonly host: string; readonly port: number }, initial: Partial<Network> = {}) => {
  const network: Network = { delayMs: 0, bytesPerSecond: 0, cutAfterBytes: Infinity, cutBy: "reset", ...initial };
  const pairs = new Set<readonly [Socket, Socket]>();
  let connections = 0;

  const cutPair = (pair: readonly [Socket, Socket]) => {
    for (const socket of pair)
      if (network.cutBy === "reset") socket.resetAndDestroy();
      else socket.destroySoon();
  };
  /** Forwards in order: each piece waits until its delay is over and until the line has room for it. */
  const forward = (from: Socket, to: Socket, arrived: (bytes: Buffer) => Buffer) => {
    let line = Promise.resolve();
    let free = 0;
    from.on("data", (piece: Buffer) => {
      const due = Date.now() + network.delayMs;
      line = line.then(async () => {
        free = Math.max(free, due) + (network.bytesPerSecond > 0 ? (piece.length / network.bytesPerSecond) * 1000 : 0);
        if (free > Date.now()) await sleep(free - Date.now());
        const allowed = arrived(piece);
        if (!to.destroyed && allowed.length > 0) to.write(allowed);
      });
    });
    from.on("end", () => void line.then(() => to.end()));
  };

  const server = createServer({ allowHalfOpen: true }, (client) => {
    connections += 1;
    const upstream = connect({ ...target, allowHalfOpen: true });
    const pair = [client, upstream] as const;
    pairs.add(pair);
    let received = 0;
    forward(client, upstream, (piece) => piece);
    forward(upstream, client, (piece) => {
      const allowed = piece.subarray(0, Math.max(0, network.cutAfterBytes - received));
      received += piece.length;
      if (received >= network.cutAfterBytes) setImmediate(() => cutPair(pair));
      return allowed;
    });
    for (const socket of pair) {
      socket.setNoDelay(true).on("error", () => cutPair(pair));
      socket.on("close", () => pair.every(({ closed }) => closed) && pairs.delete(pair));
    }
  });
  return {
    port: await listenOnLoopback(server),
    network,
    /** Connections seen since the start. */
    connections: () => connections,
    /** Cuts all connections that are open. */
    cut(): void {
      for (const pair of pairs) cutPair(pair);
    },
    async stop(): Promise<void> {
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
};
