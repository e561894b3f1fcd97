import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, type Send, type SendChanges } from "../../../client/index.ts";
import { client } from "../../data/client.ts";
import { t } from "../../data/language.ts";
import { queries, useAction, useList, wordsOf } from "../../data/queries.ts";
import { may } from "../../data/session.ts";
import { Button } from "../../ui/controls.tsx";
import { useKeys } from "../../ui/keys.tsx";
import { Empty, Failure, Loading, Page } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";
import { AnsweredDialog, Answers, EditDialog, HeldEmail, RejectDialog, type Version, versionOf } from "./held-email.tsx";

/** The version of each email that was judged or left last, so that what has changed since is marked. */
const looked = new Map<string, Version>();

/** What an approval of this email has been refused for, so far. */
const isAnswered = (error: unknown): boolean => error instanceof ApiError && error.type === "conversation_changed";

/** The revision that a refusal tells of; undefined when it tells of none. */
const currentRevision = (error: unknown): number | undefined => {
  const revision = error instanceof ApiError ? error.current?.["revision"] : undefined;
  return typeof revision === "number" ? revision : undefined;
};

/** What was refused may have been changed meanwhile: it is read again, so that the change shows. */
const stale = async (error: unknown): Promise<never> => {
  if (error instanceof ApiError && error.status === 409) await queries.invalidateQueries({ queryKey: ["sends"] });
  throw error;
};

/** How many emails are read at a time. */
const PAGE = 50;

const useJudging = (send: Send, onJudged: () => void) => {
  const [asks, setAsks] = useState<"" | "edit" | "reject" | "answered">("");
  const close = (): void => setAsks("");
  const facts = { changes: [["sends"], ["attention"]] };
  /** The revision that was on the page for a while; another's edit may replace it just before a key is pressed. */
  const seen = useRef(send.revision ?? 1);
  const judged = (): void => {
    close();
    onJudged();
  };
  const approving = useAction(
    async (evenIfAnswered: boolean) => {
      try {
        return await client.sends.approve(send.id, { revision: send.revision ?? 1, ...(evenIfAnswered && { even_if_answered: true }) });
      } catch (error) {
        if (isAnswered(error)) setAsks("answered");
        else {
          seen.current = currentRevision(error) ?? seen.current;
          return await stale(error);
        }
        return undefined;
      }
    },
    {
      ...facts,
      onDone: (answer) => {
        if (answer === undefined) return;
        toast(t("Approved: it leaves now, or at its time"));
        judged();
      },
    },
  );
  const rejecting = useAction((reason: string) => client.sends.cancel(send.id, { reason }), {
    ...facts,
    done: "Rejected: it will not leave",
    onDone: judged,
  });
  const editing = useAction((changes: SendChanges) => client.sends.update(send.id, changes).catch(stale), {
    ...facts,
    done: "Saved: approve it to let it leave",
    showsError: true,
    onDone: ({ revision = 1 }) => {
      seen.current = revision;
      close();
    },
  });
  const approve = (): void => {
    const { revision = 1 } = send;
    const isNew = revision > seen.current;
    seen.current = Math.max(seen.current, revision);
    if (isNew) toast(t("It was changed meanwhile: read what is marked"), "bad");
    else approving.run(false);
  };
  return { asks, setAsks, close, approve, approving, rejecting, editing };
};

/** The version that this page showed before the one it shows now: also after a while at other emails. */
const useVersionBefore = (send: Send): Version | undefined => {
  const now = versionOf(send);
  const shown = useRef({ now, before: looked.get(send.id) });
  if (shown.current.now.revision !== now.revision) shown.current = { now, before: shown.current.now };
  useEffect(() => () => void looked.set(send.id, shown.current.now), [send.id]);
  return shown.current.before;
};

/** One email that waits, what it answers beside it, and what can be done with it. */
const Judged = ({ send, onJudged }: { readonly send: Send; readonly onJudged: () => void }) => {
  const { asks, setAsks, close, approve, approving, rejecting, editing } = useJudging(send, onJudged);
  const before = useVersionBefore(send);
  const isAllowed = may("send");
  useKeys([
    { key: "a", does: "Approve", run: () => isAllowed && approve() },
    { key: "e", does: "Edit", run: () => isAllowed && setAsks("edit") },
    { key: "r", does: "Reject", run: () => isAllowed && setAsks("reject") },
  ]);
  return (
    <>
      {isAllowed && (
        <div class="row judging">
          <Button kind="primary" isBusy={approving.isRunning} onClick={approve}>
            Approve
          </Button>
          <Button onClick={() => setAsks("edit")}>Edit</Button>
          <Button kind="danger" onClick={() => setAsks("reject")}>
            Reject
          </Button>
        </div>
      )}
      <div class="send-parts">
        <HeldEmail send={send} before={before} />
        <Answers send={send} />
      </div>
      <EditDialog
        send={send}
        isOpen={asks === "edit"}
        isBusy={editing.isRunning}
        error={editing.error}
        onClose={() => {
          editing.reset();
          close();
        }}
        onEdit={editing.run}
      />
      <RejectDialog isOpen={asks === "reject"} isBusy={rejecting.isRunning} onClose={close} onReject={rejecting.run} />
      <AnsweredDialog
        thread={send.thread_id}
        isOpen={asks === "answered"}
        isBusy={approving.isRunning}
        onClose={close}
        onApprove={() => approving.run(true)}
      />
    </>
  );
};

/** The queue of emails that wait for approval, the newest first, one of them open. */
const Approvals = () => {
  const list = useList(
    ["sends", "held"],
    () => client.sends.list({ waiting_for: "approval", limit: PAGE }),
    (page) => page,
  );
  const [open, setOpen] = useState("");
  const at = Math.max(
    0,
    list.rows.findIndex(({ id }) => id === open),
  );
  const send = list.rows[at];
  const go = (to: number): void => setOpen(list.rows[Math.min(Math.max(0, to), list.rows.length - 1)]?.id ?? "");
  useKeys([
    { key: "j", does: "Next email", run: () => go(at + 1) },
    { key: "k", does: "Email before", run: () => go(at - 1) },
  ]);
  return (
    <Page
      title={t("Approvals")}
      above={["/console/sends", "Sends"]}
      about={t("None of these emails leaves, or is paid for, without approval.")}
    >
      {list.isPending && <Loading />}
      {list.error !== null && <Failure error={wordsOf(list.error)} again={list.again} />}
      {!list.isPending && list.error === null && send === undefined && (
        <Empty title="Nothing waits for approval">Emails that are held, and those of keys that only draft, wait here.</Empty>
      )}
      {send !== undefined && (
        <div class="approvals">
          <ul class="queue" aria-label={t("Emails that wait for approval")}>
            {list.rows.map((row) => (
              <li key={row.id}>
                <button type="button" aria-pressed={row.id === send.id} onClick={() => setOpen(row.id)}>
                  <span class="strong">{row.to_name || row.to_email}</span>
                  <span class="cut">{row.subject}</span>
                  <Time of={row.created_at} />
                </button>
              </li>
            ))}
            {list.hasMore && list.rows.length % PAGE === 0 && (
              <li>
                <Button isBusy={list.isReadingMore} onClick={list.more}>
                  Show more
                </Button>
              </li>
            )}
          </ul>
          <div class="stack">
            <Judged key={send.id} send={send} onJudged={() => go(at + 1)} />
          </div>
        </div>
      )}
    </Page>
  );
};

export default Approvals;
