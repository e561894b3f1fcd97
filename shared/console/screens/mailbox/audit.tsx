import type { Audit as AuditRecord, Mailbox } from "../../../client/index.ts";
import { mixed, t } from "../../data/language.ts";
import { client } from "../../data/client.ts";
import { useAction, useRecord } from "../../data/queries.ts";
import { may } from "../../data/session.ts";
import { Badge, Button } from "../../ui/controls.tsx";
import { number } from "../../ui/numbers.ts";
import { Loaded, Panel } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { useAgain } from "./capacity.tsx";

/** How often a running audit is asked whether it has ended, ms. */
const AGAIN_MS = 3_000;

const Verdict = ({ audit }: { readonly audit: AuditRecord }) => {
  if (audit.checked_at === undefined) return <p class="soft">{t(audit.running ? "The first comparison is due." : "Not compared yet.")}</p>;
  return (
    <p>
      <Badge tone={audit.complete ? "good" : "bad"}>
        {t(audit.complete ? "complete" : audit.folders_not_read > 0 ? "folders are not read" : "mail is missing")}
      </Badge>{" "}
      {mixed(
        audit.complete
          ? "All mail on its server since {since} is stored, except mail that is not kept. Compared {checked}."
          : "Not all mail on its server since {since} is stored, except mail that is not kept. Compared {checked}.",
        { since: <Time of={audit.since} as="full" />, checked: <Time of={audit.checked_at} as="ago" /> },
      )}
      {audit.running && ` ${t("The next comparison is due.")}`}
    </p>
  );
};

/** Mail that the provider counts and nobody can read. */
const Unlisted = ({ audit: { folders } }: { readonly audit: AuditRecord }) => {
  const unlisted = folders.reduce((sum, folder) => sum + (folder.unlisted ?? 0), 0);
  if (unlisted === 0) return null;
  return <p class="note">{t("Messages that the provider counts and no list of its has: {n}.", { n: number(unlisted) })}</p>;
};

const Folders = ({ audit: { folders } }: { readonly audit: AuditRecord }) =>
  folders.length === 0 ? null : (
    <div class="scrolls" role="region" aria-label={t("Folders")} tabIndex={0}>
      <table class="figures">
        <thead>
          <tr>
            {["Folder", "On the server", "Stored", "Missing", "Then stored", "Not returned"].map((head) => (
              <th key={head} scope="col">
                {t(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {folders.map(({ path, digest, on_server, stored, missing, healed, unreadable }) => (
            <tr key={path}>
              <td title={t("Digest of the server’s list: {digest}", { digest })}>{path}</td>
              {[on_server, stored, missing, healed, unreadable].map((value, at) => (
                <td key={String(at)}>{number(value)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );

/** The audit of a mailbox: whether all mail of its server is stored, folder by folder. */
export const Audit = ({ mailbox: { id, status, inbox_sync_enabled } }: { readonly mailbox: Mailbox }) => {
  const key = ["mailboxes", id, "audit"];
  const record = useRecord(key, () => client.mailboxes.getAudit(id));
  const starting = useAction(() => client.mailboxes.startAudit(id), {
    done: ({ running, checked_at }) =>
      running || checked_at !== undefined ? "It is being compared" : "It is read for the first time now: compare it in a minute",
    changes: [key],
  });
  const isRunning = record.data?.running === true;
  useAgain(key, AGAIN_MS, isRunning);
  return (
    <Panel
      title="Proof that nothing is missing"
      actions={
        may("admin") &&
        inbox_sync_enabled &&
        status !== "disconnected" && (
          <Button isBusy={starting.isRunning || isRunning} onClick={() => starting.run()}>
            {isRunning ? "Comparing…" : "Compare now"}
          </Button>
        )
      }
    >
      <Loaded from={record}>
        {(audit) => (
          <>
            <Verdict audit={audit} />
            <Unlisted audit={audit} />
            <Folders audit={audit} />
          </>
        )}
      </Loaded>
    </Panel>
  );
};
