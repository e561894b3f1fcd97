import { once } from "node:events";
import type { Server } from "node:net";
import type { Duplex } from "node:stream";

/** Makes a server listen on 127.0.0.1 at the given port, or a free one for 0; returns the port, and throws when it is taken. */
export const listenOnLoopback = async (server: Server, port = 0): Promise<number> => {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("the server has no port");
  return bound.port;
};

/** True when a port could not be opened because it is taken. */
export const isTaken = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "EADDRINUSE";

/**
 * The input of a line protocol from a socket. Every method waits for the bytes that it needs; `undefined` (or false) means that the peer has closed
 * the connection.
 */
export interface SocketInput {
  /** The bytes before `mark`, which is consumed too. */
  takeUntil(mark: string): Promise<Buffer | undefined>;
  take(count: number): Promise<Buffer | undefined>;
  /** Waits until there is at least one byte. */
  some(): Promise<boolean>;
  /** Puts bytes in front of what is still to be read. */
  unshift(bytes: string): void;
}

/** Reads a socket by pulling, so that a server can pass the same socket to TLS later; `onWait` is called when it has to wait for the peer. */
export const readSocket = (socket: Duplex, onWait: () => void = () => {}): SocketInput => {
  let input: Buffer = Buffer.alloc(0);
  let ended = false;
  let wake = () => {};
  const end = () => {
    ended = true;
    wake();
  };
  socket
    .on("readable", () => wake())
    .on("end", end)
    .on("close", end);

  const more = async (): Promise<boolean> => {
    for (;;) {
      const chunk = socket.read() as Buffer | null;
      if (chunk !== null) {
        input = input.length === 0 ? chunk : Buffer.concat([input, chunk]);
        return true;
      }
      if (ended || socket.destroyed) return false;
      onWait();
      await new Promise<void>((done) => (wake = done));
    }
  };
  const split = (at: number, skip: number): Buffer => {
    const taken = input.subarray(0, at);
    input = input.subarray(at + skip);
    return taken;
  };
  return {
    async takeUntil(mark) {
      for (let searched = 0; ;) {
        const at = input.indexOf(mark, searched);
        if (at >= 0) return split(at, mark.length);
        searched = Math.max(0, input.length - mark.length);
        if (!(await more())) return undefined;
      }
    },
    async take(count) {
      while (input.length < count) if (!(await more())) return undefined;
      return split(count, 0);
    },
    async some() {
      return input.length > 0 || (await more());
    },
    unshift(bytes) {
      input = Buffer.concat([Buffer.from(bytes), input]);
    },
  };
};
