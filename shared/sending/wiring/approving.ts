import { byOf, type KeyInUse } from "#shared/accounts/auth/ports.ts";
import { userAgentIn } from "#shared/accounts/audit-log.ts";
import { eventOutbox } from "#shared/events/wiring.ts";
import { ips, mailboxes } from "#shared/mailboxes/wiring/stores.ts";
import { Refusal } from "#shared/platform/errors.ts";
import { log } from "#shared/platform/log.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { suppressions } from "#shared/suppressions/wiring/suppressions.ts";
import { unsubscribeLinks } from "#shared/suppressions/wiring/unsubscribe-links.ts";
import type { Approver } from "../approve-held.ts";
import { StaleRevision } from "../held.ts";
import { readSend } from "../read-send.ts";
import { currentOut, sendRecordOut } from "../wire.ts";
import { wakeUps } from "./send-queue.ts";
import { heldSends, sendsWithBodies as sends } from "./stores.ts";

/** The dependencies of editing and approving what is held. */
export const approving = {
  sends,
  held: heldSends,
  mailboxes,
  ips,
  suppressions,
  unsubscribeLinks,
  eventOutbox,
  wakeUps,
  clock,
  ids,
  log,
};

interface Asking {
  readonly key: KeyInUse;
  readonly sourceIp: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Who approves, for the audit log. */
export const approverOf = ({ id }: { readonly id: string }, { key, sourceIp, headers }: Asking): Approver => ({
  by: byOf(key),
  operation: id,
  keyId: key.id,
  memberId: key.member?.id,
  sourceIp,
  userAgent: userAgentIn(headers),
});

/** Runs work on a held email; a stale revision is answered by 409 with the record as it is now. */
export const orCurrent = async <R>(
  ports: Parameters<typeof readSend>[0],
  key: KeyInUse,
  id: string,
  work: () => Promise<R>,
): Promise<R> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StaleRevision)) throw error;
    const { send, body, wait } = await readSend(ports, key.userId, id);
    throw new Refusal("conflict", "The email was changed meanwhile", {
      details: `its revision is ${send.revision ?? 0}, and it is ${send.status}`,
      current: currentOut(sendRecordOut(send, body, wait, { draftState: body.draftState }), key.scopes.includes("read")),
    });
  }
};
