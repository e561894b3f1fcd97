import { setTimeout as sleep } from "node:timers/promises";
import { type GraphAnswer, answerBatch, answerOf, GraphError, type GraphRequest, readUrl } from "./answer.ts";
import { createServer as createPlainServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import { buffer } from "node:stream/consumers";
import type { ServerCertificate } from "../../certificates.ts";
import { listenOnLoopback } from "../../socket-input.ts";
import { isShared } from "../logins.ts";
import { type Delivery } from "../correspondents.ts";
import type { MailStore } from "../mail-store.ts";
import { createDelta } from "./delta.ts";
import { mailboxAt } from "./mailbox.ts";
import { authorize, type OauthSettings, token } from "./oauth.ts";
import { folderRoutes, messageRoutes } from "./routes.ts";
import type { SendSettings } from "./send-draft.ts";
import { type Access, createTokens, GRAPH } from "./tokens.ts";
import { createUploads } from "./uploads.ts";

/** What goes wrong with a call. Closing ends the connection without an answer, before the call takes effect or after. */
export type Failure =
  | "close before"
  | "close after"
  | { readonly delayMs: number }
  | { readonly until: Promise<unknown> }
  | { readonly answer: GraphAnswer }
  | { readonly alter: (answer: GraphAnswer) => GraphAnswer };

/** A fault that a test injects. */
export interface Fault {
  /** Matches `METHOD /path?query`, as `GET /v1.0/me/messages/…`. */
  readonly on: RegExp;
  readonly does: Failure;
  /** How many calls it hits; absent: one. */
  readonly times?: number;
}

/** Ends the connection of a call. */
class Closed extends Error {}

/** The planted faults; each takes effect in the order of planting. */
const createFaults = () => {
  let planted: (Fault & { left: number })[] = [];
  const take = (call: string): Failure | undefined => {
    const found = planted.find(({ on }) => on.test(call));
    if (!found) return undefined;
    found.left -= 1;
    planted = planted.filter(({ left }) => left > 0);
    return found.does;
  };
  return {
    plant: (fault: Fault) => void planted.push({ ...fault, left: fault.times ?? 1 }),
    clear: () => void (planted = []),
    /** Answers a call, or applies the injected fault that matches it. */
    through: async (call: string, answer: () => Promise<GraphAnswer>): Promise<GraphAnswer> => {
      const failure = take(call);
      if (failure === undefined) return answer();
      if (failure === "close before") throw new Closed();
      if (failure === "close after") return answer().then(() => Promise.reject(new Closed()));
      if ("answer" in failure) return failure.answer;
      if ("alter" in failure) return failure.alter(await answer());
      await ("until" in failure ? failure.until : sleep(failure.delayMs));
      return answer();
    },
  };
};

/**
 * A stand-in for Microsoft Graph's mail and for Microsoft's OAuth, made from Microsoft's documentation: README.md beside this file lists each
 * behaviour with its page. Both listen on one HTTPS port and use the sandbox's mail; the consent page has a plain port too, for browsers.
 */

/** What the stand-in needs of the sandbox. */
export interface GraphOptions {
  readonly store: MailStore;
  readonly certificate: ServerCertificate;
  /** Delivers a sent message to one recipient. */
  readonly deliver: (delivery: Delivery) => void;
  /** Signs tokens; with the same key they outlive a restart. */
  readonly key?: Buffer;
  readonly port?: number;
}

const OAUTH_PATH = /^\/([\w.-]+)\/oauth2\/v2\.0\/(authorize|token)$/;

/** Starts it on 127.0.0.1. */
export const startGraph = async ({ store, certificate, deliver, key, port }: GraphOptions) => {
  const tokens = createTokens(key);
  const faults = createFaults();
  const delta = createDelta();
  const uploads = createUploads();
  const settings: OauthSettings & SendSettings = {
    accessSeconds: 3_600,
    withheld: [],
    spendsRefreshTokens: false,
    sentAfter: undefined,
    keepsMessageIds: false,
  };
  /** Every call, in order, those of a batch too: `METHOD /path?query`. */
  const calls: string[] = [];

  const accessOf = (headers: GraphRequest["headers"]): Access => {
    const [, bearer = ""] = /^Bearer (\S+)$/i.exec(headers["authorization"] ?? "") ?? [];
    if (bearer === "") throw new GraphError(401, "InvalidAuthenticationToken", "Access token is empty.");
    const access = tokens.read("access", bearer);
    if (!access) throw new GraphError(401, "InvalidAuthenticationToken", "Lifetime validation failed, the token is expired.");
    if (access.audience !== GRAPH)
      throw new GraphError(401, "InvalidAuthenticationToken", "Access token validation failure. Invalid audience.");
    return access;
  };

  const inMailbox = async (request: GraphRequest, access: Access): Promise<GraphAnswer> => {
    const [who = "", user = ""] = request.path;
    const isUser = who.toLowerCase() === "users";
    const address = isUser ? user.toLowerCase() : access.email;
    const denied = () => new GraphError(403, "ErrorAccessDenied", "Access is denied. Check credentials and try again.");
    if (address !== access.email && !isShared(address)) throw denied();
    const needs = (...permissions: readonly string[]) => {
      const wanted = address === access.email ? permissions : permissions.map((name) => `${name}.Shared`);
      if (!access.scopes.some((scope) => wanted.includes(scope))) throw denied();
    };
    const at = `${origin}/v1.0/${isUser ? `users('${encodeURIComponent(address)}')` : "me"}`;
    const path = request.path.slice(isUser ? 2 : 1);
    const call = { ...request, path, mailbox: mailboxAt(store, address), at, origin, needs };
    const ports = { delta, uploads, settings, deliver };
    if (path[0]?.toLowerCase() === "mailfolders") return folderRoutes(call, ports);
    if (path[0] === "messages") return messageRoutes(call, ports);
    if (path.length > 0) throw new GraphError(400, "BadRequest", `Resource not found for the segment '${path[0]}'.`);
    if (!access.scopes.includes("User.Read")) throw denied();
    return { status: 200, body: { id: address, mail: address, userPrincipalName: address, displayName: address } };
  };

  /** A call of Graph, alone or of a batch; refusals are answers. */
  const answer = async (method: string, url: string, given: Pick<GraphRequest, "headers" | "body">): Promise<GraphAnswer> => {
    calls.push(`${method} ${url}`);
    return faults.through(`${method} ${url}`, async () => {
      try {
        const target = readUrl(url);
        if (!target) throw new GraphError(404, "BadRequest", "Invalid version.");
        const request = { method, ...target, ...given };
        const access = accessOf(given.headers);
        if (target.path[0] !== "$batch") return await inMailbox(request, access);
        const { authorization } = given.headers;
        return await answerBatch(request, (part, at, its) => answer(part, at, { ...its, headers: { ...its.headers, authorization } }));
      } catch (error) {
        if (error instanceof GraphError) return answerOf(error);
        throw error;
      }
    });
  };

  const consentPage = (method: string, { searchParams }: URL, body: Buffer): GraphAnswer =>
    authorize(tokens, settings, searchParams, method === "POST" ? new URLSearchParams(body.toString()) : undefined);

  const dispatch = async (request: IncomingMessage): Promise<GraphAnswer> => {
    const [method, url] = [request.method ?? "GET", new URL(request.url ?? "/", origin)];
    const body = await buffer(request);
    const [, tenant, endpoint] = OAUTH_PATH.exec(url.pathname) ?? [];
    const call = `${method} ${url.pathname}${url.search}`;
    if (endpoint === "authorize") return consentPage(method, url, body);
    if (endpoint === "token") {
      calls.push(call);
      return faults.through(call, async () => token(tokens, settings, `${origin}/${tenant}/v2.0`, new URLSearchParams(body.toString())));
    }
    if (!url.pathname.startsWith("/upload/"))
      return answer(method, `${url.pathname}${url.search}`, { headers: request.headers as GraphRequest["headers"], body });
    calls.push(call);
    return faults.through(call, async () => {
      try {
        return uploads.put(url.pathname.slice("/upload/".length), request.headers["content-range"], body);
      } catch (error) {
        if (error instanceof GraphError) return answerOf(error);
        throw error;
      }
    });
  };

  const listener =
    (answerTo: typeof dispatch): RequestListener =>
    (request, response) => {
      answerTo(request).then(
        (answered) => respond(response, answered),
        (error: unknown) => {
          if (!(error instanceof Closed)) console.error("sandbox: Graph could not answer:", error);
          if (error instanceof Closed) request.socket.destroy();
          else respond(response, answerOf(new GraphError(500, "generalException", "The stand-in failed.")));
        },
      );
    };
  const server = createServer(certificate, listener(dispatch));
  // A browser does not know the sandbox's authority and would warn of its certificate: people see the consent page without one.
  const pages = createPlainServer(
    listener(async (request) => {
      const url = new URL(request.url ?? "/", origin);
      if (OAUTH_PATH.exec(url.pathname)?.[2] !== "authorize") throw new Closed();
      return consentPage(request.method ?? "GET", url, await buffer(request));
    }),
  );
  for (const one of [server, pages]) one.on("clientError", (_, socket) => socket.destroy());
  const origin = `https://127.0.0.1:${await listenOnLoopback(server, port)}`;
  return {
    origin,
    /** Where browsers find the consent page. */
    pagesOrigin: `http://127.0.0.1:${await listenOnLoopback(pages)}`,
    port: Number(new URL(origin).port),
    tokens,
    settings,
    faults,
    delta,
    calls,
    async stop(): Promise<void> {
      for (const one of [server, pages]) {
        one.closeAllConnections();
        await new Promise((done) => one.close(done));
      }
    },
  };
};

const respond = (response: ServerResponse, { status, headers = {}, body }: GraphAnswer): void => {
  const type = Buffer.isBuffer(body) ? "application/octet-stream" : "application/json";
  const content = body === undefined ? "" : Buffer.isBuffer(body) ? body : JSON.stringify(body);
  response
    .writeHead(status, { ...(body !== undefined && { "content-type": type }), ...headers, "request-id": crypto.randomUUID() })
    .end(content);
};

/** A running stand-in. */
export type GraphStandIn = Awaited<ReturnType<typeof startGraph>>;
