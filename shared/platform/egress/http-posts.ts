// An `import` of node:http reads all its exports, and the one for WebSockets loads undici: 20 ms of a cold start.
import type { ClientRequest, IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { type Egress, type CallHttp, type HttpCall, type HttpCallAnswer, OutOfTime, type PostHttp } from "./egress.ts";

const { request } = process.getBuiltinModule("node:http");

const HTTPS_PORT = 443;
const HTTP_PORT = 80;
/** The most interim (1xx) answers that a server may give (RFC 9110, 15.2). */
const INFORMATION_MAX = 8;

/**
 * Makes the function for every HTTP call: the address is checked when connecting, and the certificate is verified. The deadline covers the whole
 * call: then open sockets are closed, and a socket that opens later is closed at once.
 */
export const httpCalls = ({ openSocket, upgradeTls }: Egress<Socket, TLSSocket>): CallHttp => {
  const open = async (url: URL, hold: (socket: Socket) => Socket): Promise<Socket> => {
    const host = url.hostname.replace(/^\[|\]$/g, "");
    const isTls = url.protocol === "https:";
    const port = Number(url.port) || (isTls ? HTTPS_PORT : HTTP_PORT);
    const protocol = isTls ? "HTTPS" : "HTTP";
    const { socket } = await openSocket({ host, port, protocol });
    hold(socket);
    return isTls ? hold(await upgradeTls(socket, { servername: host, port, protocol })) : socket;
  };
  return async (call) => {
    const held: Socket[] = [];
    let isOver = false;
    const hold = (socket: Socket): Socket => {
      held.push(socket);
      if (!isOver) return socket;
      socket.destroy();
      throw new OutOfTime();
    };
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new OutOfTime()), call.withinMs);
    try {
      return await Promise.race([open(call.url, hold).then((socket) => exchange(socket, call)), late.promise]);
    } finally {
      clearTimeout(timer);
      isOver = true;
      for (const socket of held) socket.destroy();
    }
  };
};

/** Makes the function for posts. */
export const httpPosts = (egress: Egress<Socket, TLSSocket>): PostHttp => {
  const call = httpCalls(egress);
  return (post) => call({ ...post, method: "POST" });
};

/** An answer with a change of protocol (101) counts as an answer. */
const exchange = (socket: Socket, { method, url, headers, body, readMax }: HttpCall): Promise<HttpCallAnswer> =>
  new Promise((resolve, reject) => {
    const length = Buffer.byteLength(body);
    const fixed = { host: url.host, ...((length > 0 || method !== "GET") && { "content-length": length }) };
    const options = { method, path: `${url.pathname}${url.search}`, headers: { ...fixed, ...headers } };
    let isAnswered = false;
    const sent = request({ ...options, createConnection: () => socket }, (answer) => {
      isAnswered = true;
      const { statusCode: status = 0, headers: told } = answer;
      readUpTo(readMax, answer, (read) => resolve({ status, headers: told, body: read }), reject);
    });
    sent.on("upgrade", ({ statusCode: status = 0, headers: told }) => resolve({ status, headers: told, body: Buffer.alloc(0) }));
    sent.on("error", reject);
    sent.on("close", () => isAnswered || reject(new Error("closed without an answer")));
    boundInformation(sent);
    sent.end(body);
  });

const boundInformation = (sent: ClientRequest): void => {
  let told = 0;
  sent.on("information", () => {
    told += 1;
    if (told > INFORMATION_MAX) sent.destroy(new Error("answers before the answer without end"));
  });
};

const readUpTo = (most: number, answer: IncomingMessage, done: (body: Buffer) => void, fail: (error: Error) => void): void => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const end = () => done(Buffer.concat(chunks).subarray(0, most));
  answer.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= most) end();
  });
  answer.on("end", end);
  answer.on("error", fail);
};
