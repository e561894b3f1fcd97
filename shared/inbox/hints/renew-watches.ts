import { createHash } from "node:crypto";
import { isAtApi, type Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { OAuthClients } from "#shared/mailboxes/oauth/oauth-clients.ts";
import type { MailAccounts } from "#shared/mailboxes/ports.ts";
import type { Ids, Log } from "#shared/platform/ports.ts";
import type { BeginWatch, Hints, Watched } from "./watch.ts";

/** The ports of renewing watches; `topic` is the stage's, for mailboxes of this service's own OAuth client. */
export interface RenewPorts {
  readonly hints: Pick<Hints, "due" | "keep">;
  readonly mailAccounts: Pick<MailAccounts, "imap">;
  readonly oauthClients: Pick<OAuthClients, "find">;
  readonly beginWatch: BeginWatch;
  readonly hookUrl: string;
  readonly topic: string | undefined;
  readonly ids: Pick<Ids, "random">;
  readonly log: Log;
}

/** How many watches a call renews, and how many at a time. */
const MOST = 500;
const SIDE_BY_SIDE = 10;
/** A watch is renewed daily, as Gmail asks for (Gmail API, "Push notifications"): long before Graph's ends after three days and Gmail's after seven. */
const RENEW_MS = 24 * 3_600_000;
/** After a refusal it is tried again, ms; the mailbox is polled all the while. */
const AGAIN_MS = 3_600_000;
const SECRET_BYTES = 24;

/** The stored form of the secret of a watch. */
export const proofOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");

const SECRET = /^([0-9a-f]{24})\.[0-9a-f]{48}$/;

/** The mailbox that a secret names; undefined for any other text. */
export const mailboxIn = (secret: string): string | undefined => SECRET.exec(secret)?.[1];

/** Begins and renews what is due. A refusal is logged, tried again in an hour, and changes nothing of the mailbox. */
export const renewWatches = async (ports: RenewPorts): Promise<{ readonly renewed: number; readonly failed: number }> => {
  const due = await ports.hints.due(MOST);
  const counts = { renewed: 0, failed: 0 };
  const waiting = due.values();
  const worker = async () => {
    for (const one of waiting) counts[await renew(ports, one)] += 1;
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
  return counts;
};

const renew = async (ports: RenewPorts, { mailbox, watch }: Watched): Promise<"renewed" | "failed"> => {
  const { hints, mailAccounts, beginWatch, hookUrl, ids, log } = ports;
  try {
    const account = await mailAccounts.imap(mailbox);
    const secret = `${mailbox.id}.${ids.random(SECRET_BYTES)}`;
    const url = `${hookUrl}/graph`;
    const begun =
      account && isAtApi(account)
        ? await beginWatch(account, { url, secret, topic: await topicOf(ports, mailbox), known: watch?.id })
        : undefined;
    const proof = begun && begun.id === watch?.id ? watch.proof : proofOf(secret);
    await hints.keep(mailbox, begun && { ...begun, proof }, RENEW_MS);
    return "renewed";
  } catch (error) {
    log.warn("watch not renewed: the mailbox is polled", { mailboxId: mailbox.id, error });
    await hints.keep(mailbox, undefined, AGAIN_MS);
    return "failed";
  }
};

/** The topic lies in the project of the OAuth client (Gmail API, "Push notifications"): one's own client has its own, or none. */
const topicOf = async ({ oauthClients, topic }: RenewPorts, { userId, oauthClientId }: Mailbox): Promise<string | undefined> =>
  oauthClientId === undefined ? topic : (await oauthClients.find(userId, oauthClientId))?.pubsubTopic || undefined;
