import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { listenOnLoopback } from "./socket-input.ts";

/** The relevant parts of a request by an AWS SDK client with a JSON protocol. */
export interface AwsRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** The operation, if the protocol has it in a header: `secretsmanager.GetSecretValue`. */
  readonly target: string;
  readonly body: unknown;
}

/** An error that the SDK client throws with this name (`ConflictException`). */
export class AwsError extends Error {
  readonly status: number;
  constructor(name: string, message: string, status = 400) {
    super(message);
    this.name = name;
    this.status = status;
  }
}

/** Serves one emulated AWS service on 127.0.0.1 at a free port. */
export const startAwsEndpoint = async (
  answer: (request: AwsRequest) => object | Promise<object>,
): Promise<{ endpoint: string; stop: () => Promise<void> }> => {
  const server = createServer((request, response) => {
    const serve = async () => {
      const url = new URL(request.url ?? "/", "http://local");
      const empty = request.headers["content-length"] === undefined || request.headers["content-length"] === "0";
      const body: unknown = empty ? {} : await json(request);
      const target = String(request.headers["x-amz-target"] ?? "");
      return answer({ method: request.method ?? "", path: decodeURIComponent(url.pathname), query: url.searchParams, target, body });
    };
    const send = (status: number, body: object, headers: Record<string, string> = {}) =>
      response
        .writeHead(status, { "content-type": "application/x-amz-json-1.1", "x-amzn-requestid": randomUUID(), ...headers })
        .end(JSON.stringify(body));
    serve().then(
      (body) => send(200, body),
      (error: Error) => {
        const { status, name } = error instanceof AwsError ? error : { status: 500, name: "InternalServerException" };
        send(status, { Message: error.message, message: error.message }, { "x-amzn-errortype": name });
      },
    );
  });
  const port = await listenOnLoopback(server);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
};

/** The settings with which AWS SDK clients sign requests to the local emulators, which check only the region. */
export const localAws = {
  region: "us-east-1",
  credentials: { accessKeyId: "local", secretAccessKey: "local" },
} as const;

/** The account in every local ARN and queue URL. */
export const LOCAL_ACCOUNT = "000000000000";
