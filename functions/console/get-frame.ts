import { getFrame as operation } from "#shared/contract/console.ts";
import { emailHtml } from "#shared/domain/conversations/email-html.ts";
import { frameAnswer } from "#shared/http/console/frame-answer.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { sanitizeForFrame } from "#shared/runtime/ports/html.ts";
import { messages } from "#shared/runtime/ports/messages.ts";
import { sends } from "#shared/runtime/ports/sends.ts";

const ports = { messages, sends };

/** GET /console/messages/{id}/frame. */
export const handler = endpoint(operation, async ({ userId, params, query }) =>
  frameAnswer(await emailHtml(ports, userId, params.id, query.quotes), query.images, sanitizeForFrame),
);
