import { StartFailure } from "../fail.ts";

/** A JSON answer, read as loosely as a script would. */
// oxlint-disable-next-line typescript/no-explicit-any -- a client of the API that looks at whatever comes
type Json = any;

/** A client of the running API. */
export interface Api {
  get(path: string): Promise<Json>;
  /** Throws StartFailure unless the answer has this status, by default 200. */
  post(path: string, body: unknown, status?: number): Promise<Json>;
  /** Returns any answer, whatever its status. */
  attempt(method: string, path: string, body?: unknown): Promise<{ readonly status: number; readonly body: Json }>;
}

/** A client with this API key; "" for none. It waits as told when the rate limit answers 429. */
export const connectApi = (url: string, key: string): Api => {
  const attempt: Api["attempt"] = async (method, path, body) => {
    const headers = { ...(key === "" ? {} : { "x-api-key": key }), ...(body === undefined ? {} : { "content-type": "application/json" }) };
    const response = await fetch(`${url}${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    if (response.status === 429) {
      await new Promise((done) => setTimeout(done, Number(response.headers.get("retry-after") ?? 1) * 1000));
      return attempt(method, path, body);
    }
    return { status: response.status, body: response.status === 204 ? undefined : await response.json() };
  };
  const expecting = async (status: number, method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await attempt(method, path, body);
    if (answer.status !== status)
      throw new StartFailure(`demo: ${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return { get: (path) => expecting(200, "GET", path), post: (path, body, status = 200) => expecting(status, "POST", path, body), attempt };
};
