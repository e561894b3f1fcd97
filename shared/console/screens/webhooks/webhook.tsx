import { mixed, t } from "../../data/language.ts";
import { client } from "../../data/client.ts";
import { fieldsOf, useAction, wordsOf, useRecord } from "../../data/queries.ts";
import { Button } from "../../ui/controls.tsx";
import { Dialog, FormDialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import type { Webhook } from "../../../client/index.ts";
import { may } from "../../data/session.ts";
import { Menu } from "../../ui/menu.tsx";
import { Loaded, Page, Panel } from "../../ui/page.tsx";
import { count } from "../../ui/numbers.ts";
import { Time } from "../../ui/time.tsx";
import { Deliveries, TestDialog } from "./deliveries.tsx";
import { SecretDialog, WebhookForm, WebhookState } from "./webhook-form.tsx";

/** Posts the events since a time again. */
const ReplayDialog = ({ id, isOpen, onClose }: { readonly id: string; readonly isOpen: boolean; readonly onClose: () => void }) => {
  const replay = useAction((since: Date) => client.webhooks.replay(id, { since }), {
    done: ({ queued }) => count(queued, "event is posted again", "events are posted again"),
    changes: [["webhooks", id]],
    showsError: true,
    onDone: onClose,
  });
  const { since = replay.error === null ? undefined : wordsOf(replay.error) } = fieldsOf(replay.error);
  return (
    <FormDialog
      title="Post events again"
      isOpen={isOpen}
      onClose={onClose}
      action="Post again"
      isBusy={replay.isRunning}
      onSubmit={(form) => replay.run(new Date(new FormData(form).get("since") as string))}
    >
      <Field
        label="Since"
        name="since"
        type="datetime-local"
        required
        error={since}
        hint="At most 1,000 events, with the ids that they had: a program that knows an id leaves it out."
      />
    </FormDialog>
  );
};

const whatToDo = ({ status, verified_at }: Webhook): string => {
  if (status === "disabled") return "Repair it, switch it on, and post the events since then again.";
  return verified_at === undefined
    ? "Repair it and test it: until it answers a test with 2xx, events wait."
    : "Repair it: it is tried again by itself, and switched off after three days with only failures.";
};

const Facts = ({ webhook }: { readonly webhook: Webhook }) => (
  <dl class="facts">
    <dt>{t("State")}</dt>
    <dd>
      <WebhookState of={webhook} />
      {webhook.failing_since !== undefined && <> {mixed("since {time}", { time: <Time of={webhook.failing_since} as="full" /> })}</>}
    </dd>
    {webhook.last_error !== "" && (
      <>
        <dt>{t("Its last answer")}</dt>
        <dd class="server">{webhook.last_error}</dd>
      </>
    )}
    {webhook.failing_since !== undefined && (
      <>
        <dt>{t("What to do")}</dt>
        <dd>{t(whatToDo(webhook))}</dd>
      </>
    )}
    <dt>{t("Events")}</dt>
    <dd>{webhook.types.length === 0 ? t("all") : webhook.types.join(", ")}</dd>
    <dt>{t("First answered a test")}</dt>
    <dd>{webhook.verified_at === undefined ? t("not yet: events wait") : <Time of={webhook.verified_at} as="full" />}</dd>
    <dt>{t("Last changed")}</dt>
    <dd>
      <Time of={webhook.updated_at} as="full" />
    </dd>
  </dl>
);

type Opened = "test" | "edit" | "replay" | "rotate" | "delete";

const Confirm = ({
  title,
  text,
  word,
  isOpen,
  isBusy,
  onConfirm,
  onClose,
}: {
  readonly title: string;
  readonly text: string;
  readonly word: string;
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) => (
  <Dialog
    title={title}
    isOpen={isOpen}
    onClose={onClose}
    actions={
      <Button kind="danger" isBusy={isBusy} onClick={onConfirm}>
        {t(word)}
      </Button>
    }
  >
    <p>{t(text)}</p>
  </Dialog>
);

/** What can be done with a webhook, and the dialogs of it. */
const useWebhookActions = (webhook: Webhook) => {
  const { id, status } = webhook;
  const { route } = useLocation();
  const [opened, setOpened] = useState<Opened>();
  const [secret, setSecret] = useState<string>();
  const close = (): void => setOpened(undefined);
  const changes = [["webhooks"], ["attention"]];
  const toggle = useAction(() => client.webhooks.update(id, { status: status === "active" ? "disabled" : "active" }), {
    changes,
    done: status === "active" ? "Switched off: events wait" : "Switched on",
  });
  const rotate = useAction(() => client.webhooks.rotateSecret(id), {
    onDone: (answer) => {
      close();
      setSecret(answer.secret);
    },
  });
  const remove = useAction(() => client.webhooks.delete(id), { changes, done: "Deleted", onDone: () => route("/console/webhooks") });
  const buttons = may("admin") && (
    <>
      <Button kind="primary" onClick={() => setOpened("test")}>
        Test
      </Button>
      <Button onClick={() => setOpened("edit")}>Edit</Button>
      <Menu
        label="More actions"
        choices={[
          { text: "Post events again…", onChoose: () => setOpened("replay") },
          { text: status === "active" ? "Switch off" : "Switch on", onChoose: () => toggle.run() },
          { text: "New secret…", onChoose: () => setOpened("rotate") },
          { text: "Delete…", onChoose: () => setOpened("delete"), isDanger: true },
        ]}
      />
    </>
  );
  const dialogs = (
    <>
      <TestDialog id={id} isOpen={opened === "test"} onClose={close} />
      <ReplayDialog id={id} isOpen={opened === "replay"} onClose={close} />
      <WebhookForm
        title="Edit the webhook"
        isOpen={opened === "edit"}
        webhook={webhook}
        save={(facts) => client.webhooks.update(id, facts)}
        onSaved={close}
        onClose={close}
      />
      <Confirm
        title="Give it a new secret?"
        text="For 24 hours requests are signed with both, so that your program can change over."
        word="New secret"
        isOpen={opened === "rotate"}
        isBusy={rotate.isRunning}
        onConfirm={() => rotate.run()}
        onClose={close}
      />
      <Confirm
        title="Delete this webhook?"
        text="Events that still wait for it are not posted. They stay in the feed."
        word="Delete"
        isOpen={opened === "delete"}
        isBusy={remove.isRunning}
        onConfirm={() => remove.run()}
        onClose={close}
      />
      <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />
    </>
  );
  return { buttons, dialogs };
};

const WebhookPage = ({ webhook }: { readonly webhook: Webhook }) => {
  const { buttons, dialogs } = useWebhookActions(webhook);
  return (
    <Page title={webhook.url} about={webhook.description} above={["/console/webhooks", "Webhooks"]} actions={buttons}>
      <Panel>
        <Facts webhook={webhook} />
      </Panel>
      <h2>{t("Deliveries")}</h2>
      <Deliveries id={webhook.id} />
      {dialogs}
    </Page>
  );
};

/** A webhook: its facts, what can be done with it, and its deliveries. */
export const WebhookScreen = ({ id }: { readonly id: string }) => (
  <Loaded from={useRecord(["webhooks", id], () => client.webhooks.get(id))}>{(webhook) => <WebhookPage webhook={webhook} />}</Loaded>
);
