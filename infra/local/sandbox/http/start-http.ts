import { createServer as createPlainServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import { buffer } from "node:stream/consumers";
import { listenOnLoopback } from "../../socket-input.ts";
import { createGmail } from "../gmail/gmail-api.ts";
import { createGraph } from "../graph/graph-api.ts";
import type { SendSettings } from "../mime.ts";
import { Closed, createCalls, type Given, type HttpAnswer } from "./answer.ts";
import { createIdTokens, createTokens, ID_KEYS_PATH } from "./tokens.ts";
import { type ApiPorts, authorize, type HttpOptions, type OauthSettings, token } from "./oauth.ts";

// The sandbox's HTTPS port: the OAuth of Microsoft and Google, and the stand-ins for Microsoft Graph and the Gmail API over the sandbox's mail. The
// consent page has a plain port too, for browsers.

/** Where Google's keys are (accounts.google.com/.well-known/openid-configuration, "jwks_uri"). */
const KEYS_PATH = "/oauth2/v3/certs";
const OAUTH_PATH = /^\/([\w.-]+)\/oauth2\/v2\.0\/(authorize|token)$/;

/** Starts the HTTPS stand-ins for Graph and Gmail, with their OAuth server, on 127.0.0.1. */
export const startHttp = async ({ store, certificate, deliver, key, port }: HttpOptions) => {
  const tokens = createTokens(key);
  const calls = createCalls();
  const settings: OauthSettings & SendSettings = {
    accessSeconds: 3_600,
    withheld: [],
    spendsRefreshTokens: false,
    sentAfter: undefined,
    keepsMessageIds: false,
    claims: {},
    forges: undefined,
  };
  const idTokens = createIdTokens(settings);
  const ports: ApiPorts = { store, deliver, tokens, settings, calls, origin: () => origin };
  const gmail = createGmail(ports);
  const graph = createGraph(ports);
  // Graph answers whatever no other takes.
  const apis = [gmail.api, graph.api];

  const consentPage = (method: string, { searchParams }: URL, body: Buffer): HttpAnswer =>
    authorize(tokens, settings, searchParams, method === "POST" ? new URLSearchParams(body.toString()) : undefined);

  const dispatch = async (request: IncomingMessage): Promise<HttpAnswer> => {
    const [method, url] = [request.method ?? "GET", new URL(request.url ?? "/", origin)];
    const body = await buffer(request);
    const [, tenant = "", endpoint] = OAUTH_PATH.exec(url.pathname) ?? [];
    const at = `${url.pathname}${url.search}`;
    if (endpoint === "authorize") return consentPage(method, url, body);
    if (endpoint === "token")
      return calls.run(
        `${method} ${at}`,
        () => token({ tokens, idTokens, settings, origin, tenant }, new URLSearchParams(body.toString())),
        ({ status, code, message }) => ({ status, body: { error: code, error_description: message } }),
      );
    if (url.pathname === ID_KEYS_PATH)
      return calls.run(
        `${method} ${at}`,
        () => ({ status: 200, body: idTokens.keys }),
        ({ status, code }) => ({ status, body: { error: code } }),
      );
    if (url.pathname === KEYS_PATH) return { status: 200, body: gmail.pubsub.keys };
    const api = apis.find((one) => one.takes(url.pathname))!;
    return api.answer(method, at, { headers: request.headers as Given["headers"], body });
  };

  const listener =
    (answerTo: typeof dispatch): RequestListener =>
    (request, response) => {
      answerTo(request).then(
        (answered) => respond(response, answered),
        (error: unknown) => {
          if (!(error instanceof Closed)) console.error("sandbox: an HTTP interface could not answer:", error);
          if (error instanceof Closed) request.socket.destroy();
          else respond(response, { status: 500, body: { error: { code: "generalException", message: "The stand-in failed." } } });
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
  const standIn = {
    origin,
    /** Where browsers find the consent page. */
    pagesOrigin: `http://127.0.0.1:${await listenOnLoopback(pages)}`,
    port: Number(new URL(origin).port),
    tokens,
    /** The keys of its id_tokens. */
    idKeys: idTokens.keys,
    settings,
    faults: calls.faults,
    calls: calls.calls,
    async stop(): Promise<void> {
      for (const one of [server, pages]) {
        one.closeAllConnections();
        await new Promise((done) => one.close(done));
      }
    },
  };
  return {
    graph: { ...standIn, delta: graph.delta, subscriptions: graph.subscriptions },
    gmail: { ...standIn, history: gmail.history, watches: gmail.watches, pubsub: gmail.pubsub },
  };
};

const respond = (response: ServerResponse, { status, headers = {}, body }: HttpAnswer): void => {
  const type = Buffer.isBuffer(body) ? "application/octet-stream" : "application/json";
  const content = body === undefined ? "" : Buffer.isBuffer(body) ? body : JSON.stringify(body);
  response
    .writeHead(status, { ...(body !== undefined && { "content-type": type }), ...headers, "request-id": crypto.randomUUID() })
    .end(content);
};

type StandIns = Awaited<ReturnType<typeof startHttp>>;
/** The running stand-in for Microsoft Graph, with the OAuth server. */
export type GraphStandIn = StandIns["graph"];
/** The running stand-in for the Gmail API, with the same OAuth server, calls, faults and settings. */
export type GmailStandIn = StandIns["gmail"];
