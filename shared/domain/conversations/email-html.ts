import { notFound } from "../errors.ts";
import type { Messages } from "../inbox/ports/messages.ts";
import { textToHtml } from "../mail/html/text-to-html.ts";
import type { Sends } from "../sending/ports/sends.ts";
import { sentContent } from "./sent-content.ts";

/** The ports of showing one email. */
export interface EmailHtmlPorts {
  readonly messages: Pick<Messages, "bodies">;
  readonly sends: Pick<Sends, "find" | "bodies">;
}

/** The bodies of an email; `newHtml` is its new content. */
interface Bodies {
  readonly text: string;
  readonly html: string;
  readonly newHtml: string;
}

const received = async ({ messages }: EmailHtmlPorts, userId: string, id: string): Promise<Bodies | undefined> => {
  const body = (await messages.bodies(userId, [id])).get(id);
  return body && { ...body, newHtml: body.replyHtml };
};

const sent = async ({ sends }: EmailHtmlPorts, userId: string, id: string): Promise<Bodies | undefined> => {
  const [send, bodies] = await Promise.all([sends.find(userId, id), sends.bodies(userId, [id])]);
  const body = bodies.get(id);
  return send && body && { ...body, newHtml: sentContent(send, body).html };
};

/**
 * The HTML of a received or sent email, still foreign: with what it quotes, or its new content alone. An email without HTML gives its text. Throws 404.
 */
export const emailHtml = async (ports: EmailHtmlPorts, userId: string, id: string, quotes: boolean): Promise<string> => {
  const bodies = (await received(ports, userId, id)) ?? (await sent(ports, userId, id));
  if (!bodies) throw notFound("Message");
  const { text, html, newHtml } = bodies;
  return (quotes ? html : newHtml || html) || textToHtml(text);
};
