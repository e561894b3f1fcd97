import { useEffect, useState } from "preact/hooks";
import type { WebhookDelivery, WebhookTest } from "../../../client/index.ts";
import { t } from "../../data/language.ts";
import { client } from "../../data/client.ts";
import { useAction, useList, wordsOf } from "../../data/queries.ts";
import { may } from "../../data/session.ts";
import { Badge, Button, type Tone } from "../../ui/controls.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Empty, Loading } from "../../ui/page.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";

const tones: Readonly<Record<WebhookDelivery["status"], Tone>> = { pending: "warn", delivered: "good", failed: "bad" };

/** A delivery in one word: one that was not tried yet waits, one that failed so far is tried again. */
const StateOf = ({ of: { status, attempts } }: { readonly of: WebhookDelivery }) => (
  <Badge tone={attempts === 0 ? "quiet" : tones[status]}>
    {t(status === "pending" ? (attempts === 0 ? "waits" : "tried again") : status)}
  </Badge>
);

const answerOf = ({ response_status, attempts, response = "" }: WebhookDelivery): string => {
  if (attempts === 0) return "";
  return response_status === undefined ? response : `HTTP ${response_status}`;
};

const columnsWith = (open: (delivery: WebhookDelivery) => void): readonly Column<WebhookDelivery>[] => [
  {
    head: "Event",
    cell: (delivery) => (
      <button type="button" class="link" onClick={() => open(delivery)}>
        {delivery.type} #{delivery.sequence}
      </button>
    ),
  },
  { head: "State", cell: (delivery) => <StateOf of={delivery} />, width: 8 },
  { head: "Answer", cell: answerOf, width: 12, isMinor: true },
  { head: "Tries", cell: ({ attempts }) => attempts, width: 4, isNumber: true, isMinor: true },
  {
    head: "Took",
    cell: ({ duration_ms }) => (duration_ms === undefined ? "–" : `${duration_ms} ms`),
    width: 6,
    isNumber: true,
    isMinor: true,
  },
  { head: "Posted", cell: ({ last_attempt_at }) => <Time of={last_attempt_at} as="ago" />, width: 7, isMinor: true },
];

const Details = ({ of: delivery }: { readonly of: WebhookDelivery }) => (
  <>
    <dl class="facts">
      <dt>{t("Event")}</dt>
      <dd>
        <code>{delivery.event_id}</code>
      </dd>
      <dt>{t("State")}</dt>
      <dd>
        <StateOf of={delivery} />
      </dd>
      <dt>{t("Answer")}</dt>
      <dd>
        {delivery.duration_ms === undefined
          ? answerOf(delivery) || t("not posted yet")
          : t("{answer} in {n} ms", { answer: answerOf(delivery), n: delivery.duration_ms })}
      </dd>
      <dt>{t("Tries")}</dt>
      <dd>{delivery.attempts}</dd>
      <dt>{t("Last posted")}</dt>
      <dd>
        <Time of={delivery.last_attempt_at} as="full" />
      </dd>
    </dl>
    {delivery.response !== undefined && delivery.response !== "" && <pre class="words">{delivery.response}</pre>}
  </>
);

/** What was posted to a webhook, newest first; each can be posted again. */
export const Deliveries = ({ id }: { readonly id: string }) => {
  const list = useList(
    ["webhooks", id, "deliveries"],
    () => client.webhooks.listDeliveries(id, { limit: 100 }),
    (page) => page,
  );
  const [opened, setOpened] = useState<WebhookDelivery>();
  const again = useAction((delivery: WebhookDelivery) => client.webhooks.replay(id, { event_ids: [delivery.event_id] }), {
    done: ({ queued }) => t(queued === 1 ? "The event is posted again" : "The event is gone: events are kept for 30 days"),
    changes: [["webhooks", id]],
    onDone: () => setOpened(undefined),
  });
  return (
    <>
      <Table
        label="Deliveries"
        columns={columnsWith(setOpened)}
        list={list}
        keyOf={({ id: delivery }) => delivery}
        empty={<Empty title="Nothing was posted yet">Deliveries appear here as events happen.</Empty>}
      />
      <Dialog
        title={opened?.type ?? "Delivery"}
        isOpen={opened !== undefined}
        onClose={() => setOpened(undefined)}
        isWide
        actions={
          may("admin") &&
          opened && (
            <Button kind="primary" isBusy={again.isRunning} onClick={() => again.run(opened)}>
              Post again
            </Button>
          )
        }
      >
        {opened && <Details of={opened} />}
      </Dialog>
    </>
  );
};

const Result = ({ of: { ok, response_status, duration_ms, response } }: { readonly of: WebhookTest }) => (
  <>
    <p>
      <Badge tone={ok ? "good" : "bad"}>{t(ok ? "answered" : "failed")}</Badge>{" "}
      {t("{answer} in {n} ms", { answer: response_status === undefined ? t("no answer") : `HTTP ${response_status}`, n: duration_ms })}
    </p>
    {response !== "" && <pre class="words">{response}</pre>}
    {!ok && <p class="soft">{t("It must answer with a status from 200 to 299 within its time limit.")}</p>}
  </>
);

/** Posts a test event when it opens, and shows what the address answered. */
export const TestDialog = ({ id, isOpen, onClose }: { readonly id: string; readonly isOpen: boolean; readonly onClose: () => void }) => {
  const [result, setResult] = useState<WebhookTest>();
  const test = useAction(() => client.webhooks.test(id), { showsError: true, changes: [["webhooks"], ["attention"]], onDone: setResult });
  const post = (): void => {
    setResult(undefined);
    test.run();
  };
  useEffect(() => {
    if (isOpen) post();
  }, [isOpen]);
  return (
    <Dialog
      title="Test"
      isOpen={isOpen}
      onClose={onClose}
      isWide
      actions={
        <Button isBusy={test.isRunning} onClick={post}>
          Test again
        </Button>
      }
    >
      {test.isRunning && <Loading what="Posting webhook.test" />}
      {test.error !== null && (
        <p class="error" role="alert">
          {wordsOf(test.error)}
        </p>
      )}
      {result && <Result of={result} />}
    </Dialog>
  );
};
