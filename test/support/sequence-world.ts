import { sanitize } from "#shared/platform/html/sanitize.ts";
import type { Connect } from "#shared/platform/mongo/database.ts";
import { parseElement } from "#shared/sending/contract/batch.ts";
import { followingElement } from "#shared/threads/follow-up.ts";
import { acceptBatch } from "#shared/sending/accept/accept-batch.ts";
import { elementsIn } from "#shared/threads/wire.ts";
import { answeredWorld } from "./answered-world.ts";
import { allAsIs } from "./sending-rig.ts";
import { unsubscribeLinks } from "./memory/sending.ts";

/** The world of answers, in which whole sequences are accepted as a batch; elements are the wire's. */
export const sequenceWorld = async (connect: Connect, smtp: { readonly port: number }) => {
  const world = await answeredWorld(connect, smtp);
  const { rig } = world;
  const ports = {
    ...rig.ports,
    mailboxes: rig.mailboxes,
    ips: { list: async () => [] },
    acceptedSends: rig.acceptedSends,
    unsubscribeLinks,
    sanitize,
  };
  return {
    ...world,
    /** The first email's mailbox and content; state what matters. */
    first: { mailbox_id: rig.mailbox.id, to: "jane@peer.test", subject: "Offer", body_text: "Shall we talk?" },
    acceptSequence: async (...elements: readonly object[]) => {
      const results = await acceptBatch(
        ports,
        rig.mailbox.userId,
        await elementsIn(elements.map(parseElement), async () => (request) => followingElement(ports, request)),
        allAsIs,
      );
      return results.map((result) => {
        if ("send" in result) return result.send;
        throw new Error(JSON.stringify(result));
      });
    },
  };
};
