import { type ClientOptions, createClient } from "#shared/client/index.ts";

/** What a request asked. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | undefined;
}

/** An answer as its status, headers and JSON, or a failure of the connection. */
export type Scripted = { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> } | Error;

/** A client of a service that gives these answers, one after the other, the last again and again; and what was asked. */
export const scriptedService = (answers: readonly Scripted[], options: Partial<ClientOptions> = {}) => {
  const asked: Asked[] = [];
  const fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    init.signal?.throwIfAborted();
    const answer = answers[Math.min(asked.length, answers.length - 1)]!;
    asked.push({ method: init.method ?? "GET", url: input as string, headers: new Headers(init.headers), body: init.body as string });
    if (answer instanceof Error) throw answer;
    const { status, body, headers = {} } = answer;
    return new Response(status === 204 ? null : JSON.stringify(body ?? {}), { status, headers });
  };
  return { client: createClient({ baseUrl: "https://api.test/", apiKey: "sk_live_1", fetch, ...options }), asked };
};

/** The answer to a refused request. */
export const refusal = (status: number, type: string, headers: Readonly<Record<string, string>> = {}, details?: unknown): Scripted => ({
  status,
  headers,
  body: { error: "Error", message: "No", code: status, type, ...(details !== undefined && { details }) },
});

/** A connection that was lost. */
export const LOST = new TypeError("fetch failed");
