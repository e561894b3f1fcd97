import { getFrame as operation } from "#shared/service/console/contract.ts";
import { emailHtml, inlineImages } from "#shared/threads/inline-images.ts";
import { Refusal } from "#shared/platform/errors.ts";
import { frameAnswer } from "#shared/service/console/console-answer.ts";
import { waitingOutside } from "#shared/api/http/outside.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { sanitizeForFrame } from "#shared/platform/html/sanitize.ts";
import { mailAccounts } from "#shared/mailboxes/wiring/mail-accounts.ts";
import { mailReader } from "#shared/mailboxes/wiring/transports.ts";
import { mailboxes } from "#shared/mailboxes/wiring/stores.ts";
import { messagesWithBodies as messages } from "#shared/inbox/wiring/stores.ts";
import { outsideCalls } from "#shared/accounts/wiring/outside-calls.ts";
import { sendsWithBodies as sends } from "#shared/sending/wiring/stores.ts";

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
    // When too many calls wait for mail servers, the mail is shown at once, with descriptions in place of its images.
    if (error instanceof Refusal) return frameAnswer(html, query.images, sanitizeForFrame);
    throw error;
  }
});
