import { request } from "node:http";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { MailFailure } from "../../domain/mailboxes/connection/mail-failure.ts";
import type { Egress } from "../../domain/mailboxes/egress/egress.ts";
import type { WebhookClient } from "../../domain/webhooks/ports.ts";

const TIMEOUT_MS = 10_000;
/** What is read of an answer, and what of it is kept. */
const READ_MAX_BYTES = 64 * 1024;
const KEPT_BYTES = 1024;
const HTTPS_PORT = 443;
const HTTP_PORT = 80;

/** Posts over the one way out: the address is checked at connect, certificates are verified, a redirect is an answer like any other. */
export const webhookClient = ({ openSocket, upgradeTls }: Egress<Socket, TLSSocket>, timeoutMs = TIMEOUT_MS): WebhookClient => {
  const connect = async (url: URL): Promise<Socket> => {
    const host = url.hostname.replace(/^\[|\]$/g, "");
    const isTls = url.protocol === "https:";
    const port = Number(url.port) || (isTls ? HTTPS_PORT : HTTP_PORT);
    const { socket } = await openSocket({ host, port, protocol: "HTTPS" });
    return isTls ? upgradeTls(socket, { servername: host, port, protocol: "HTTPS" }) : socket;
  };
  return {
    post: async (address, headers, body) => {
      const began = Date.now();
      const signal = AbortSignal.timeout(timeoutMs);
      let socket: Socket | undefined;
      try {
        const url = new URL(address);
        const connecting = connect(url);
        // A connection that comes after the end of the time is closed at once.
        connecting.then(
          (late) => signal.aborted && late.destroy(),
          () => undefined,
        );
        socket = await orAborted(signal, connecting);
        const { status, text } = await exchange(socket, url, headers, body, signal);
        return { ok: status >= 200 && status < 300, responseStatus: status, durationMs: Date.now() - began, response: text };
      } catch (error) {
        return { ok: false, durationMs: Date.now() - began, response: reasonOf(error, signal) };
      } finally {
        socket?.destroy();
      }
    },
  };
};

const reasonOf = (error: unknown, signal: AbortSignal): string => {
  if (signal.aborted) return "no answer within 10 s";
  return error instanceof MailFailure ? error.message : "the connection was lost before the answer";
};

const orAborted = <R>(signal: AbortSignal, work: Promise<R>): Promise<R> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(new Error("out of time")), { once: true })),
  ]);

const exchange = (
  socket: Socket,
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly text: string }> =>
  new Promise((resolve, reject) => {
    const fixed = {
      host: url.host,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      "user-agent": "webhooks/1",
    };
    const options = {
      method: "POST",
      path: `${url.pathname}${url.search}`,
      headers: { ...fixed, ...headers },
      signal,
      createConnection: () => socket,
    };
    const sent = request(options, (answer) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      const done = () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).subarray(0, KEPT_BYTES).toString() });
      answer.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes >= READ_MAX_BYTES) done();
      });
      answer.on("end", done);
      answer.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
