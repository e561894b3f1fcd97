import { isOfWorld, providers } from "#shared/providers/index.ts";
import { invalid } from "#shared/platform/errors.ts";
import { accessOf, type Mailbox, type Preferences } from "./mailbox.ts";

type Reached = Pick<Mailbox, "type" | "transportUsed" | "access" | "imap" | "inboxSyncEnabled">;

/** The HTTP interface for a mailbox whose folders are labels of one store, which takes other commands over IMAP; undefined where they are folders. */
const interfaceForLabels = ({ type, imap }: Reached): string | undefined =>
  Object.values(providers)
    .map(({ oauth }) => oauth)
    .find((oauth) => oauth?.imap.hasLabels === true && (oauth === providers[type].oauth || oauth.imap.host === imap?.host))?.api?.name;

/** Why what is changed here cannot go to the mailbox's provider: the scope that its grant lacks, or what it has not; undefined where it can. */
export const whyNoChanges = (mailbox: Reached): string | undefined => {
  const access = accessOf(mailbox);
  const [scope] = providers[mailbox.type].oauth?.api?.gives.draft ?? [];
  if (access !== undefined && access !== "full") return `needs the scope ${scope}: ask for consent with access full`;
  if (isOfWorld(mailbox.type)) return "is not available in a test world yet";
  if (access !== undefined) return mailbox.inboxSyncEnabled ? undefined : "needs an inbox that is read";
  const overLabels = interfaceForLabels(mailbox);
  if (overLabels !== undefined) return `needs the transport ${overLabels}: over IMAP its folders are labels`;
  return mailbox.imap === undefined || !mailbox.inboxSyncEnabled ? "needs IMAP settings and an inbox that is read" : undefined;
};

/** Whether a change of a message goes to the mailbox's provider now. */
export const takesChanges = (mailbox: Pick<Mailbox, keyof Reached | "syncChanges" | "status" | "deletedAt">): boolean =>
  mailbox.syncChanges === true && mailbox.status !== "disconnected" && !mailbox.deletedAt && whyNoChanges(mailbox) === undefined;

/** Refuses `sync_changes` for a mailbox that, as it will be, cannot have it. Throws `invalid`. */
export const assertMayChange = ({ syncChanges }: Preferences, mailbox: Reached): void => {
  const why = syncChanges === true ? whyNoChanges(mailbox) : undefined;
  if (why !== undefined) throw invalid({ field: "syncChanges", message: why });
};
