import type { Clock, Log } from "#shared/platform/ports.ts";
import type { MessageSearch, Purges } from "./ports/messages.ts";
import { isAtApi } from "#shared/mailboxes/mailbox.ts";
import type { Logins } from "#shared/mailboxes/connection/connection-tests.ts";
import type { Submissions } from "#shared/sending/ports/submission.ts";
import type { MailReader } from "./ports/mail-session.ts";

/** The dependencies of making messages searchable. */
export interface IndexPorts {
  readonly search: Pick<MessageSearch, "index">;
  readonly clock: Clock;
}

/** How long one run lasts, ms; the next begins a minute after its start. */
const WITHIN_MS = 20_000;

/** Makes stored messages searchable while time is left; called every minute. */
export const indexMessages = async ({ search, clock }: IndexPorts): Promise<void> => {
  const end = clock.now().getTime() + WITHIN_MS;
  while ((await search.index()) > 0 && clock.now().getTime() < end);
};

/** The dependencies of making new mail searchable. */
interface IndexNewPorts {
  readonly search: Pick<MessageSearch, "index">;
  readonly log: Log;
}

/** Larger pages belong to a backlog: indexing them would delay the pull, so the sweeper does it. */
const NEW_MAX = 50;

/** Makes a few newly stored messages searchable. Never throws: the sweeper does what fails here. */
export const indexNew = async ({ search, log }: IndexNewPorts, messageIds: readonly string[]): Promise<void> => {
  if (messageIds.length === 0 || messageIds.length > NEW_MAX) return;
  try {
    await search.index(messageIds);
  } catch (error) {
    log.warn("new mail not searchable yet", { count: messageIds.length, error });
  }
};

/**
 * The logins of a connection test, which are those of delivery and pulls, and the check for a wrong TLS mode. IMAP also opens INBOX, because some
 * servers accept the login and refuse the mail.
 */
export const mailLogins = ({
  submissions,
  mailReader,
  speaksTls,
}: {
  readonly submissions: Submissions;
  readonly mailReader: MailReader;
  readonly speaksTls: Logins["speaksTls"];
}): Logins => ({
  smtp: (account) => submissions.open(account),
  imap: async (account, signal) => {
    const session = await mailReader.open(account, signal);
    if (isAtApi(account)) return session;
    return session.open("INBOX").then(
      () => session,
      (error: unknown) => {
        session.close();
        throw error;
      },
    );
  },
  speaksTls,
});

/** The dependencies of erasing a mailbox's mail. */
export interface PurgePorts {
  readonly purges: Purges;
}

/** Steps of a purge within the request; the sweeper does the rest. */
const STEPS_IN_REQUEST = 10;
/** Steps of purges in a run of the sweeper. */
const STEPS_IN_SWEEP = 100;

/** Deletes the mail of a deleted mailbox for good; the sweeper deletes what is too much for the request. */
export const purgeMailbox = async ({ purges }: PurgePorts, userId: string, id: string): Promise<void> => {
  await purges.begin(userId, id);
  for (let step = 0; step < STEPS_IN_REQUEST && (await purges.step(id)); step += 1);
};

/** Continues purges that were too large for their request; called every minute. */
export const continuePurges = async ({ purges }: PurgePorts): Promise<void> => {
  for (let step = 0; step < STEPS_IN_SWEEP && (await purges.step()); step += 1);
};
