import { type ApiAccount, type Mailbox, isAtApi } from "#shared/mailboxes/mailbox.ts";
import { createHash } from "node:crypto";
import type { OAuthClients } from "#shared/mailboxes/oauth/oauth-clients.ts";
import type { MailAccounts } from "#shared/mailboxes/ports.ts";
import type { Ids, Log } from "#shared/platform/ports.ts";

/** What a mailbox's provider was asked to tell of: new mail, by a call of `/v1/hooks/…`. It hurries polls, and replaces none. */
interface Watch {
  /** Graph's subscription, or Gmail's topic. */
  readonly id: string;
  /** SHA-256 of the secret that Graph's notifications repeat; "" for Gmail's, which are signed. */
  readonly proof: string;
  /** When the provider ends it. */
  readonly until: Date;
}

/** A mailbox whose watch is to be begun or renewed. */
interface Watched {
  readonly mailbox: Mailbox;
  /** The present one; absent before the first. */
  readonly watch?: Watch;
}

/**
 * Proof of which mailboxes a notification is about: Graph's secret for each mailbox id, or an address under a topic of the signer's Google Cloud
 * project.
 */
export type NotificationProof =
  | readonly { readonly mailboxId: string; readonly proof: string }[]
  | { readonly address: string; readonly project: string };

/** The watches (push notifications) in the mailboxes' documents. */
export interface Hints {
  /** The ids of the watched mailboxes of which notifications are proven to be, by one query however many are told: anybody may call a hook. */
  proven(told: NotificationProof): Promise<readonly string[]>;
  /** Notes that a provider told of these mailboxes' mail; returns those to poll and in how many seconds, without those that a poll ahead covers. */
  take(mailboxIds: readonly string[]): Promise<readonly { readonly id: string; readonly userId: string; readonly delaySeconds: number }[]>;
  /** Up to `most` mailboxes over these interfaces that are polled and whose watch is due; those are not returned again for ten minutes. */
  due(most: number): Promise<readonly Watched[]>;
  /** Stores a watch, to be renewed after that time; without one only the time. */
  keep(mailbox: Pick<Mailbox, "id" | "userId">, watch: Watch | undefined, renewInMs: number): Promise<void>;
  /** Renews the watches of these mailboxes at once, which their provider is about to end, or has ended. */
  hurry(mailboxIds: readonly string[]): Promise<void>;
  /**
   * Records whether new mail that a pull stored was told of: hints that tell are relied on for a day, others no longer, and since when they do not tell
   * is kept.
   */
  judge(mailbox: Pick<Mailbox, "id" | "userId">): Promise<void>;
}

/** How a provider's interface is asked to tell. */
interface WatchRequest {
  /** Where Graph posts. */
  readonly url: string;
  /** What Graph's notifications repeat (`clientState`). */
  readonly secret: string;
  /** Where Gmail publishes; absent: nowhere. */
  readonly topic: string | undefined;
  /** The id of the watch to renew. */
  readonly known: string | undefined;
}

/** Begins or renews a watch. Undefined where the provider has no notifications for this mailbox; throws the API client's errors. */
export type BeginWatch = (account: ApiAccount, request: WatchRequest) => Promise<Pick<Watch, "id" | "until"> | undefined>;

/** The dependencies of renewing watches; `topic` is the stage's, for mailboxes of this service's own OAuth client. */
interface RenewPorts {
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
/**
 * A watch is renewed daily, as Gmail asks for (Gmail API, "Push notifications"): long before Graph's ends after three days and Gmail's after seven.
 */
const RENEW_MS = 24 * 3_600_000;
/** After a refusal it is tried again, ms; the mailbox is polled all the while. */
const AGAIN_MS = 3_600_000;
const SECRET_BYTES = 24;

/** The stored form of the secret of a watch. */
export const proofOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");

const SECRET = /^([0-9a-f]{24})\.[0-9a-f]{48}$/;

/** The mailbox that a secret names; undefined for any other text. */
export const mailboxIn = (secret: string): string | undefined => SECRET.exec(secret)?.[1];

/** Begins and renews the watches that are due. A refused one is logged and tried again in an hour; the mailbox stays as it is. */
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
