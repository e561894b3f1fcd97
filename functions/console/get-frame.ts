import { getFrame as operation } from "#shared/contract/console.ts";
import { emailHtml } from "#shared/domain/conversations/email-html.ts";
import { inlineImages } from "#shared/domain/conversations/inline-images.ts";
import { Refusal } from "#shared/domain/errors.ts";
import { frameAnswer } from "#shared/http/console/frame-answer.ts";
import { waitingOutside } from "#shared/http/outside.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { sanitizeForFrame } from "#shared/runtime/ports/html.ts";
import { mailAccounts } from "#shared/runtime/ports/mail-accounts.ts";
import { mailReader } from "#shared/runtime/ports/mail-reader.ts";
import { mailboxes } from "#shared/runtime/ports/mailboxes.ts";
import { messages } from "#shared/runtime/ports/messages.ts";
import { outsideCalls } from "#shared/runtime/ports/outside-calls.ts";
import { sends } from "#shared/runtime/ports/sends.ts";

const ports = { messages, sends, mailboxes, mailAccounts, mailReader };

/** GET /console/messages/{id}/frame. */
export const handler = endpoint(operation, async (request) => {
  const { userId, params, query } = request;
  const html = await emailHtml(ports, userId, params.id, query.quotes);
  const fetching = waitingOutside<typeof operation>(outsideCalls, async () => {
    return frameAnswer(html, query.images, sanitizeForFrame, await inlineImages(ports, userId, params.id, html));
  });
  if (!query.inline || !/cid:/i.test(html)) return frameAnswer(html, query.images, sanitizeForFrame);
  try {
    return await fetching(request);
  } catch (error) {
    // Too many calls wait for mail servers: the mail shows at once, with the images' descriptions.
    if (error instanceof Refusal) return frameAnswer(html, query.images, sanitizeForFrame);
    throw error;
  }
});
