import type { Fault } from "#infra/local/sandbox/http/answer.ts";
import type { GmailStandIn } from "#infra/local/sandbox/http/start-http.ts";
import type { Given, Json } from "./call-graph.ts";
import { errorBody } from "#infra/local/sandbox/gmail/answer.ts";

/** The scopes of a mailbox over the Gmail API. */
export const GMAIL_SCOPES = "https://www.googleapis.com/auth/gmail.modify openid email profile";

/** Calls the stand-in; the path is below `/gmail/v1/users/me`, or begins with `/upload` or `/batch`. */
export const callGmail = async (
  { origin }: Pick<GmailStandIn, "origin">,
  token: string,
  [method, path]: readonly [string, string],
  { body, headers = {} }: Given = {},
) => {
  const at = /^\/(?:upload|batch)\//.test(path) ? path : `/gmail/v1/users/me${path}`;
  const answer = await fetch(`${origin}${at}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(body !== undefined && { body }),
  });
  const text = await answer.text();
  const json: Json = text.startsWith("{") ? JSON.parse(text) : undefined;
  return { status: answer.status, headers: answer.headers, text, json, reason: json?.error?.errors?.[0]?.reason as string | undefined };
};

/** An error with a status and a reason, as the Gmail API words it; `retryAfterSeconds` is not always told. */
export const gmailError = (status: number, reason: string, retryAfterSeconds?: number): Fault["does"] => ({
  answer: {
    status,
    headers: retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) },
    body: errorBody(status, reason, reason),
  },
});
