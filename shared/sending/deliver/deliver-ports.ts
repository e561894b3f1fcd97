import type { MailAccounts, Mailboxes } from "#shared/mailboxes/ports.ts";
import type { PublishPorts } from "#shared/events/publish.ts";
import type { IsInMaintenance, Clock, Ids } from "#shared/platform/ports.ts";
import type { SuppressedPorts } from "../refused-recipients.ts";
import type { Answers, WorkerTime, Refusals } from "../ports/claims.ts";
import type { Deliveries } from "../ports/deliveries.ts";
import type { Sends } from "../ports/sends.ts";
import type { SentCopies, SentFolder, Submissions } from "../ports/submission.ts";
import type { WakeUps } from "../ports/wake-ups.ts";

/** The dependencies of the deliver worker. */
export interface DeliverPorts extends PublishPorts, SuppressedPorts {
  readonly deliveries: Deliveries;
  readonly sends: Pick<Sends, "find" | "bodies" | "contents" | "makeFollowUpsDue" | "endFollowUps" | "followUps" | "rescheduleFollowUps">;
  readonly mailboxes: Pick<Mailboxes, "findForJob" | "note">;
  readonly mailAccounts: MailAccounts;
  readonly submissions: Submissions;
  readonly sentFolder: SentFolder;
  readonly copies: SentCopies;
  readonly workerTime: WorkerTime;
  readonly refusals: Pick<Refusals, "note">;
  readonly answers: Answers;
  readonly wakeUps: WakeUps;
  /** Whether the service is in maintenance; then no email is started. */
  readonly isInMaintenance: IsInMaintenance;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly pause: (ms: number) => Promise<void>;
}
