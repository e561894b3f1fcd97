import { buildMime } from "../../mail/write/build-mime.ts";
import type { Mailbox } from "../../mailboxes/mailbox.ts";
import { filesOf } from "../attachments.ts";
import type { ClaimedDraft } from "../ports/claims.ts";
import type { OutgoingMessage } from "../ports/submission.ts";
import { withoutDropped } from "../recipients.ts";
import type { Send } from "../send.ts";
import type { DeliverPorts } from "./deliver-ports.ts";
import type { NoConnection } from "./judge-outcome.ts";
import { mailOf } from "./mail-of.ts";
import { keepingOurId } from "./provider-message-id.ts";

/** A built send: its octets, and what a server that takes no envelope needs besides. */
export type Built = Pick<OutgoingMessage, "raw" | "hidden" | "apart" | "isRepeated">;

/** The result of building a send. */
export type Building = ({ readonly kind: "built" } & Built) | { readonly kind: "bodyMissing" } | { readonly kind: "unbuildable" };

/** A failure of this service, not of the send. */
export type InternalFailure = Extract<NoConnection, { kind: "internal" }>;

/**
 * Builds a send, with the same octets in every attempt. Attachments are read here, one send at a time, because those of a whole claim may take 150
 * MB.
 */
export const build = async (
  { ports, mailbox }: { readonly ports: Pick<DeliverPorts, "sends">; readonly mailbox: Mailbox },
  { send, body }: ClaimedDraft,
  parent: Send | undefined,
): Promise<Building | InternalFailure> => {
  if (!body) return { kind: "bodyMissing" };
  let contents: readonly Uint8Array[] | undefined;
  try {
    if (send.attachments) contents = await ports.sends.contents(send.userId, send.id);
  } catch (error) {
    return { kind: "internal", error };
  }
  const files = filesOf(send.attachments, contents);
  if (!files) return { kind: "bodyMissing" };
  try {
    const headers = { ...send.headers, ...keepingOurId(mailbox.smtp.host) };
    const rawWith = (some: typeof files) => buildMime(mailOf({ ...send, headers }, body, some, parent));
    const hidden = (withoutDropped(send).bcc ?? []).map(({ email }) => email);
    return { kind: "built", raw: rawWith(files), hidden, apart: () => ({ raw: rawWith([]), files }) };
  } catch {
    return { kind: "unbuildable" };
  }
};
