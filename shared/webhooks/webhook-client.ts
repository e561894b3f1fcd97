import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import type { WebhookClient } from "./ports.ts";
import { RETRY_AFTER_MAX_MS } from "./webhook.ts";
import { OutOfTime, type PostHttp, retryAfterMs } from "#shared/platform/egress/egress.ts";

/** How much of an answer is read, bytes, and how much of it is kept. */
const READ_MAX_BYTES = 64 * 1024;
const KEPT_BYTES = 1024;
const FIXED = { "content-type": "application/json", "user-agent": "webhooks/1" };

/** Posts events; a redirect counts as an answer and is not followed. */
export const webhookClient = (post: PostHttp): WebhookClient => ({
  post: async ({ url: address, headers, body, withinMs }) => {
    const began = Date.now();
    const took = () => Date.now() - began;
    try {
      const url = new URL(address);
      const answer = await post({ url, headers: { ...FIXED, ...headers }, body, withinMs, readMax: READ_MAX_BYTES });
      const { status } = answer;
      const response = answer.body.subarray(0, KEPT_BYTES).toString();
      const ok = status >= 200 && status < 300;
      const waitMs = ok ? undefined : retryAfterMs(answer.headers?.["retry-after"], Date.now(), RETRY_AFTER_MAX_MS);
      return { ok, responseStatus: status, durationMs: took(), response, ...(waitMs !== undefined && { waitMs }) };
    } catch (error) {
      return { ok: false, durationMs: took(), response: reasonOf(error, withinMs) };
    }
  },
});

const reasonOf = (error: unknown, withinMs: number): string => {
  if (error instanceof OutOfTime) return `no answer within ${withinMs / 1000} s`;
  return error instanceof MailFailure ? error.message : "the connection was lost before the answer";
};
