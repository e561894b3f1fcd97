import { notFound } from "../errors.ts";
import { publishNews, type PublishPorts } from "../events/publish.ts";
import type { Keyring } from "../mailboxes/credentials/seal.ts";
import type { Suppressions } from "./ports.ts";
import { sendOfToken } from "./unsubscribe-token.ts";

/** What judging a link takes; the keyring is read anew each time, so that a rotation takes effect. */
export interface LinkPorts {
  readonly keyring: () => Promise<Keyring>;
}

/** What unsubscribing takes. */
export interface UnsubscribePorts extends LinkPorts, PublishPorts {
  readonly suppressions: Pick<Suppressions, "unsubscribe">;
}

/** The send whose link it is, or 404. */
export const openLink = async ({ keyring }: LinkPorts, token: string): Promise<string> => {
  const sendId = sendOfToken(await keyring(), token);
  if (sendId === undefined) throw notFound("Link");
  return sendId;
};

/** Suppresses the recipient of the send whose link it is; again is no error. Throws 404. */
export const unsubscribe = async (ports: UnsubscribePorts, token: string): Promise<void> => {
  const id = await ports.suppressions.unsubscribe(await openLink(ports, token));
  if (id === undefined) throw notFound("Link");
  await publishNews(ports, "suppressions", [id]);
};
