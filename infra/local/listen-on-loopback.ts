import { once } from "node:events";
import type { Server } from "node:net";

/** Makes a server listen on 127.0.0.1, at a free port unless one is given; gives the port, and throws when it is taken. */
export const listenOnLoopback = async (server: Server, port = 0): Promise<number> => {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("the server has no port");
  return bound.port;
};

/** True for the failure to listen on a port that somebody has. */
export const isTaken = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "EADDRINUSE";
