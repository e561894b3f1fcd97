import type { Event, Send as SendRecord, SendChanges, ThreadMessage } from "../../../client/index.ts";
import { t } from "../../data/language.ts";
import { client } from "../../data/client.ts";
import { useRecord, queries, useAction } from "../../data/queries.ts";
import { Panel, Loaded, Page } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { MoveDialog, State } from "../sends/one-send.tsx";
import { type Moment, timelineOf } from "./timeline.ts";
import { useRoute } from "preact-iso";
import { useEffect, useState } from "preact/hooks";
import { latestEvents } from "../../data/live.ts";
import { may } from "../../data/session.ts";
import { Button, LinkButton } from "../../ui/controls.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Answer } from "../conversation/answer.tsx";
import { Facts, Text } from "./facts.tsx";

/** The most emails of the conversation that are listed. */
const LISTED = 50;

/** The other emails that were sent, or wait, in its conversation. */
const Related = ({ send: { id, thread_id } }: { readonly send: SendRecord }) => {
  const { data = [] } = useRecord(["sends", "of-thread", thread_id], async () => client.sends.list({ thread_id, limit: LISTED }));
  const others = data.filter((other) => other.id !== id);
  if (others.length === 0) return null;
  return (
    <Panel title="Also in this conversation">
      <ul class="related">
        {others.map((other) => (
          <li key={other.id} class="row">
            <State of={other} />
            <a href={`/console/sends/${other.id}`}>{other.subject}</a>
            <Time of={other.sent_at ?? other.scheduled_at ?? other.created_at} />
          </li>
        ))}
      </ul>
    </Panel>
  );
};

const MomentItem = ({
  moment: { title, tone, at, detail, words, messageId },
  thread,
}: {
  readonly moment: Moment;
  readonly thread: string;
}) => (
  <li class={tone}>
    <p>
      {messageId === undefined ? <span class="strong">{title}</span> : <a href={`/console/inbox/${thread}#${messageId}`}>{title}</a>}
      {at !== undefined && (
        <span class="soft">
          {" "}
          <Time of={at} as="full" />
        </span>
      )}
    </p>
    {detail !== undefined && <p class="soft">{detail}</p>}
    {words !== undefined && <pre class="words">{words}</pre>}
  </li>
);

/** The moments of a send, oldest first. */
const Timeline = ({ moments, thread }: { readonly moments: readonly Moment[]; readonly thread: string }) => (
  <ol class="timeline">
    {moments.map((moment) => (
      <MomentItem key={`${moment.title} ${moment.at ?? ""}`} moment={moment} thread={thread} />
    ))}
  </ol>
);

/** How often a waiting send is read again, ms: its attempts are no events. */
const AGAIN_MS = 5_000;

const waits = ({ status }: SendRecord): boolean => status === "queued" || status === "scheduled";
const lives = (send: SendRecord): boolean => waits(send) || send.status === "processing" || send.deferred.length > 0;

/** The changes, of an email that waits for approval with the revision that shows here. */
const held = ({ waiting_for, revision }: SendRecord, changes: SendChanges): SendChanges =>
  waiting_for === "approval" && revision !== undefined ? { ...changes, revision } : changes;

const Actions = ({ send }: { readonly send: SendRecord }) => {
  const [opened, setOpened] = useState<"" | "cancel" | "move">("");
  const facts = { changes: [["sends"], ["log"]], onDone: () => setOpened("") };
  const cancelling = useAction(() => client.sends.cancel(send.id), { ...facts, done: "Cancelled: it will not leave" });
  const moving = useAction((times: Parameters<typeof client.sends.update>[1]) => client.sends.update(send.id, held(send, times)), {
    ...facts,
    done: "Moved",
    showsError: true,
  });
  const close = (): void => {
    setOpened("");
    moving.reset();
  };
  return (
    <>
      {waits(send) && <Button onClick={() => setOpened("move")}>Move</Button>}
      <Button kind="danger" onClick={() => setOpened("cancel")}>
        {t(waits(send) ? "Cancel it" : "End the retries")}
      </Button>
      <Dialog
        title={waits(send) ? "Cancel this send?" : "End the retries?"}
        isOpen={opened === "cancel"}
        onClose={close}
        actions={
          <Button kind="danger" isBusy={cancelling.isRunning} onClick={() => cancelling.run()}>
            {t(waits(send) ? "Cancel the send" : "End the retries")}
          </Button>
        }
      >
        <p>
          {waits(send)
            ? t("It will not leave, nor the follow-ups that wait for it. What it cost is not refunded.")
            : t("The recipients that the server deferred are not tried again.")}
        </p>
      </Dialog>
      <MoveDialog
        what={t("this send")}
        isOpen={opened === "move"}
        isBusy={moving.isRunning}
        error={moving.error}
        onClose={close}
        onMove={moving.run}
      />
    </>
  );
};

/** Reads a send again until it is final, except while the page is hidden. */
const useFresh = (send: SendRecord): void => {
  useEffect(() => {
    if (!lives(send)) return undefined;
    const timer = window.setInterval(() => {
      if (!document.hidden) void queries.invalidateQueries({ queryKey: ["sends", send.id] });
    }, AGAIN_MS);
    return () => window.clearInterval(timer);
  }, [send]);
};

/** The most pages of the feed that are searched for the end of a send. */
const PAGES = 5;

/** The event that ended the send, because the record has no time for it; at most the oldest thousand events of its type are searched. */
const readEnd = async ({ id, status }: SendRecord): Promise<readonly Event[]> => {
  let pages = 0;
  for await (const { events } of client.events.list({ type: status === "failed" ? "send.failed" : "send.cancelled", limit: 200 }).pages()) {
    const found = events.filter(({ data }) => (data as { readonly id?: string }).id === id);
    if (found.length > 0 || (pages += 1) === PAGES) return found;
  }
  return [];
};

const useEvents = (send: SendRecord): readonly Event[] => {
  const hasEnded = send.status === "cancelled" || send.status === "failed";
  const { data = [] } = useRecord(["ends", send.id, send.status], hasEnded ? () => readEnd(send) : undefined);
  return [...latestEvents.value, ...data];
};

/** The send as a message of its conversation, which it may not have yet. */
const asMessage = (send: SendRecord): ThreadMessage => ({
  id: send.id,
  direction: "outbound",
  kind: "",
  status: "sent",
  message_id: send.message_id,
  from: { name: send.from_name, email: send.from_email },
  to: [{ name: send.to_name, email: send.to_email }],
  cc: send.cc,
  auto_class: "",
  returns_on: "",
  intent: "",
  intent_by: "",
  subject: send.subject,
  snippet: "",
  body_text: send.body_text,
  body_html: send.body_html,
  reply_text: send.body_text,
  reply_html: send.body_html,
  attachments: [],
  is_read: true,
  date: send.sent_at ?? send.created_at,
  email_job_id: send.id,
  by: send.by,
});

/** Whether it left and nobody has answered: it can be followed up. */
const isUnanswered = ({ status, replied_at, bounced_at }: SendRecord): boolean =>
  status === "sent" && replied_at === undefined && bounced_at === undefined;

const Shown = ({ send }: { readonly send: SendRecord }) => {
  useFresh(send);
  const { thread_id: thread } = send;
  const [isFollowing, setFollowing] = useState(false);
  const conversation = useRecord(["threads", thread, "of-send"], thread === "" ? undefined : () => client.threads.get(thread));
  const events = useEvents(send);
  const isChangeable = may("send") && (waits(send) || send.deferred.length > 0);
  return (
    <Page
      title={send.subject}
      above={["/console/sends", "Sends"]}
      about={
        <>
          <State of={send} /> {t("to {whom}", { whom: send.to_name || send.to_email })}
        </>
      }
      actions={
        <>
          {thread !== "" && <LinkButton href={`/console/inbox/${thread}`}>Conversation</LinkButton>}
          {may("send") && isUnanswered(send) && <Button onClick={() => setFollowing(true)}>Follow up</Button>}
          {send.waiting_for === "approval" && <LinkButton href="/console/approvals">Approvals</LinkButton>}
          {isChangeable && <Actions send={send} />}
        </>
      }
    >
      {isFollowing && (
        <Answer
          threadId={thread || send.id}
          email={asMessage(send)}
          way="reply"
          message={undefined}
          messages={[asMessage(send)]}
          own={[send.from_email]}
          takesFocus
          onClose={() => setFollowing(false)}
          onNext={undefined}
        />
      )}
      <div class="send-parts">
        <div class="stack">
          <Panel title="Timeline">
            <Timeline moments={timelineOf(send, events, conversation.data?.messages ?? [])} thread={thread} />
          </Panel>
          <Panel title="Text">
            <Text send={send} />
          </Panel>
        </div>
        <div class="stack">
          <Panel title="Details">
            <Facts send={send} />
          </Panel>
          {thread !== "" && <Related send={send} />}
        </div>
      </div>
    </Page>
  );
};

/** The screen of one send: what happened to it, and what it waits for. */
const Send = () => {
  const id = useRoute().params["id"] ?? "";
  const record = useRecord(["sends", id], () => client.sends.get(id));
  if (record.data === undefined)
    return (
      <Page title={t("Email")} above={["/console/sends", "Sends"]}>
        <Loaded from={record}>{() => null}</Loaded>
      </Page>
    );
  return <Shown send={record.data} />;
};

export default Send;
