import { once } from "node:events";
import type { Server } from "node:net";

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
