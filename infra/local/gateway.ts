// API Gateway's HTTP API on loopback: the routes of the table of operations, v2 events, and the functions' handlers in this process.
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import { isIPv6 } from "node:net";
import type { Duplex } from "node:stream";
import type { APIGatewayProxyEventV2 as Event, APIGatewayProxyStructuredResultV2 as Result, Context } from "aws-lambda";
import type { Operation } from "#shared/api/operation.ts";
import { requestMethods, routedOperations } from "#shared/service/routes.ts";
import { answerToError } from "#shared/api/http/answer.ts";
import { invalid, Refusal } from "#shared/platform/errors.ts";
import { log } from "#shared/platform/log.ts";
import type { Answered } from "./terminal.ts";
import { eventWithinLimit, PayloadTooLarge, withinLimit } from "./payload-limit.ts";

type Handler = (event: Event, context: Context) => Promise<Result>;

/** How long an idle connection stays open, ms: longer than a busy client takes for idle, so that no request meets a closing one. */
const IDLE_MS = 75_000;

/** Finds the handler of a function by its id. */
export type HandlerOf = (id: string) => Promise<Handler>;

/** API Gateway's limit on a request, bytes. */
const GATEWAY_LIMIT_BYTES = 10 * 1024 * 1024;
const DEFAULT_ROUTE = "docs/unknown-path";

interface Match {
  readonly id: string;
  readonly routeKey: string;
  readonly pathParameters: Record<string, string>;
}

/** A route: the function for a method and path, `{name}` for a path parameter. */
export type GatewayRoute = Pick<Operation, "id" | "method" | "path">;

const compile = ({ id, method, path }: GatewayRoute) => {
  const names = [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => name ?? "");
  return {
    id,
    methods: requestMethods({ method }),
    path,
    names,
    pattern: new RegExp(
      `^${path
        .replace(/\./g, "\\.")
        .replace(/\{\w+\+\}/, "(.+)")
        .replace(/\{\w+\}/g, "([^/]+)")}$`,
    ),
  };
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const match = (routes: readonly ReturnType<typeof compile>[], method: string, path: string): Match => {
  for (const route of routes) {
    const found = route.methods.some((known) => known === method) ? route.pattern.exec(path) : null;
    if (found)
      return {
        id: route.id,
        routeKey: `${method} ${route.path}`,
        pathParameters: Object.fromEntries(route.names.map((name, index) => [name, decoded(found[index + 1] ?? "")])),
      };
  }
  return { id: DEFAULT_ROUTE, routeKey: "$default", pathParameters: {} };
};

/** Reads a body up to the gateway's limit; undefined when it is longer. */
const bodyOf = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= GATEWAY_LIMIT_BYTES) chunks.push(chunk);
  }
  return size > GATEWAY_LIMIT_BYTES ? undefined : Buffer.concat(chunks);
};

/** Path and query as they were sent: API Gateway does not normalise them. */
const targetOf = ({ url = "/" }: IncomingMessage): { readonly path: string; readonly query: string } => {
  const [path = "", ...rest] = url.replace(/^https?:\/\/[^/?]*/i, "").split("?");
  return { path: path === "" ? "/" : path, query: rest.join("?") };
};

/**
 * Content types whose bodies API Gateway passes as text; others are passed in base64 (AWS Compute Blog, "Handling binary data using Amazon API
 * Gateway HTTP APIs").
 */
const TEXT_TYPE = /^(?:text\/|application\/(?:json|javascript|xml)\b)/i;

const bodyIn = (body: Buffer, contentType: string | undefined): Pick<Event, "body" | "isBase64Encoded"> => {
  if (body.length === 0) return { isBase64Encoded: false };
  const isText = contentType === undefined || TEXT_TYPE.test(contentType);
  return { body: body.toString(isText ? "utf8" : "base64"), isBase64Encoded: !isText };
};

const eventOf = (
  request: IncomingMessage,
  { routeKey, pathParameters }: Match,
  { path, query }: ReturnType<typeof targetOf>,
  body: Buffer,
): Event => {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : value]),
  );
  const method = request.method ?? "GET";
  return {
    version: "2.0",
    routeKey,
    rawPath: path,
    rawQueryString: query,
    headers,
    pathParameters,
    ...bodyIn(body, request.headers["content-type"]),
    requestContext: {
      accountId: "000000000000",
      apiId: "local",
      domainName: "127.0.0.1",
      domainPrefix: "local",
      http: {
        method,
        path,
        protocol: "HTTP/1.1",
        sourceIp: request.socket.remoteAddress ?? "",
        userAgent: request.headers["user-agent"] ?? "",
      },
      requestId: randomUUID(),
      routeKey,
      stage: "$default",
      time: new Date().toISOString(),
      timeEpoch: Date.now(),
    },
  };
};

/** The parts of a Lambda context that our functions and middy use. */
export const lambdaContext = (functionName: string): Context => {
  const started = Date.now();
  return {
    functionName,
    awsRequestId: randomUUID(),
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => 29_000 - (Date.now() - started),
  } as Context;
};

const write = (response: ServerResponse, { statusCode = 500, headers = {}, body = "", isBase64Encoded }: Result): void => {
  const bytes = Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
  response.writeHead(statusCode, {
    ...(headers as Record<string, string>),
    ...(statusCode === 204 ? {} : { "content-length": bytes.length }),
  });
  response.end(bytes);
};

/**
 * API Gateway's answer when Lambda refuses an event or answer as too large. The text of the 500 is AWS's ("Troubleshooting issues with HTTP API
 * Lambda integrations"); AWS documents none for the 413, so it has the status's usual one.
 */
const tooMuchForLambda = ({ what, message }: PayloadTooLarge): Result => {
  log.error("too much for Lambda", { message });
  const [statusCode, text] = what === "request" ? [413, "Request Entity Too Large"] : [500, "Internal Server Error"];
  return { statusCode, headers: { "content-type": "application/json" }, body: JSON.stringify({ message: text }) };
};

/** The answer to a request that no function could answer, in the form of the functions' errors. */
const failure = (error: unknown): Result => {
  if (error instanceof PayloadTooLarge) return tooMuchForLambda(error);
  const requestId = randomUUID();
  const answer = answerToError({ log, isOutage: () => false }, error, requestId);
  return { ...answer, headers: { ...answer.headers, "x-request-id": requestId } };
};

const NO_HTTP = invalid({
  field: "",
  message: "the request is not valid HTTP: percent-encode what is not ASCII in its path and query, such as caf%C3%A9",
});

/** Requests that the parser refuses never reach a function. API Gateway answers them with its own 400; this one has the API's form. */
const refuseNoHttp = (error: Error & { readonly code?: string }, socket: Duplex): void => {
  if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
  const { statusCode = 400, headers = {}, body = "" } = failure(NO_HTTP);
  const bytes = Buffer.from(body);
  const fields = Object.entries({ ...headers, "content-length": bytes.length, connection: "close" });
  socket.end(
    `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`,
  );
};

/** What a gateway serves besides the routes of the table, and the listener for its answers. */
export interface GatewayOptions {
  /** The routes; by default those of the API. */
  readonly table?: readonly GatewayRoute[];
  /** The local system's pages; returns false to leave a request to the routes. */
  readonly pages?: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
  readonly onAnswer?: (answered: Answered) => void;
  /** The address on which it listens, 127.0.0.1 when absent. */
  readonly address?: string;
}

/** Listens on `port` (0: any free one) of its address; throws EADDRINUSE like Node. Its URL has that address; where it listens on all, loopback's. */
export const startGateway = async (
  port: number,
  handlerOf: HandlerOf,
  { table = routedOperations, pages = async () => false, onAnswer = () => {}, address: at = LOOPBACK }: GatewayOptions = {},
): Promise<{ readonly url: string; stop(): Promise<void> }> => {
  const routes = table.map(compile);
  const serve = async (request: IncomingMessage): Promise<Result> => {
    const body = await bodyOf(request);
    if (!body) throw new Refusal("tooLarge", "The request body is larger than 5.5 MB");
    const target = targetOf(request);
    const found = match(routes, request.method ?? "GET", target.path);
    const handler = await handlerOf(found.id);
    const event = eventWithinLimit(eventOf(request, found, target, body), body);
    return withinLimit(await handler(event, lambdaContext(found.id)), "response");
  };
  const attend = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const began = Date.now();
    if (await pages(request, response)) return;
    const result = await serve(request).catch(failure);
    write(response, result);
    const { statusCode: status = 500, body = "" } = result;
    onAnswer({ method: request.method ?? "GET", path: targetOf(request).path, status, ms: Date.now() - began, body });
  };
  const server = createServer((request, response) => {
    attend(request, response).catch((error: unknown) => {
      if (!response.headersSent) write(response, failure(error));
    });
  });
  server.keepAliveTimeout = IDLE_MS;
  server.on("clientError", refuseNoHttp);
  await listen(server, port, at);
  const address = server.address();
  return {
    url: `http://${hostOf(at)}:${typeof address === "object" && address ? address.port : port}`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
};

const LOOPBACK = "127.0.0.1";

/** An address as the host of a URL. */
const hostOf = (address: string): string =>
  isIPv6(address) ? (address === "::" ? "[::1]" : `[${address}]`) : address.replace("0.0.0.0", LOOPBACK);

const listen = (server: Server, port: number, address: string): Promise<void> =>
  new Promise((done, failed) => {
    server.once("error", failed);
    server.listen(port, address, done);
  });
