import type { Fault } from "#infra/local/sandbox/http/answer.ts";
import type { GraphStandIn } from "#infra/local/sandbox/http/start-http.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- JSON as it comes
export type Json = any;

/** A call of the stand-in as a client makes it, with a token. */
export interface Given {
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

/** Calls the stand-in; the path is below `/v1.0`, or a whole link. */
export const callGraph = async (
  graph: GraphStandIn,
  token: string,
  [method, path]: readonly [string, string],
  { body, headers = {} }: Given = {},
) => {
  const url = path.startsWith("https:") ? path : `${graph.origin}/v1.0${path}`;
  const answer = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(body !== undefined && { body }),
  });
  const text = await answer.text();
  const json: Json = text.startsWith("{") ? JSON.parse(text) : undefined;
  return { status: answer.status, headers: answer.headers, text, json, code: json?.error?.code as string | undefined };
};

/** 429 with Retry-After, as Graph throttles (learn.microsoft.com/graph/throttling); with 503 as an overloaded service answers. */
export const throttled = (retryAfterSeconds: number, status: 429 | 503 = 429, code = "ApplicationThrottled"): Fault["does"] => ({
  answer: {
    status,
    headers: { "retry-after": String(retryAfterSeconds) },
    body: { error: { code: status === 429 ? code : "serviceNotAvailable", message: "Application is over its MailboxConcurrency limit." } },
  },
});
