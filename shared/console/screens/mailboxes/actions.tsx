import type { Mailbox } from "../../../client/index.ts";
import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import { t } from "../../data/language.ts";
import { client } from "../../data/client.ts";
import { useProvider } from "../../data/mailboxes.ts";
import { fieldsOf, queries, useAction, wordsOf } from "../../data/queries.ts";
import { Button } from "../../ui/controls.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Checkbox, Field } from "../../ui/field.tsx";
import { Menu } from "../../ui/menu.tsx";
import { conditionOf } from "./condition.tsx";
import { ConnectDialog } from "./connect-dialog.tsx";

// The service stores only one limit, and pausing sets it to 0: this browser remembers the former one.
const nameOf = ({ id }: Pick<Mailbox, "id">): string => `limit-before ${id}`;

/** Remembers the limit of a mailbox that is being paused. */
const rememberLimit = (mailbox: Pick<Mailbox, "id" | "max_daily_sends">): void => {
  if (mailbox.max_daily_sends > 0) localStorage.setItem(nameOf(mailbox), String(mailbox.max_daily_sends));
};

/** The daily limit to suggest when a mailbox is resumed: its earlier one, else the usual one; undefined when neither is known. */
const limitBefore = (mailbox: Pick<Mailbox, "id">, usual: number | undefined): number | undefined =>
  Number(localStorage.getItem(nameOf(mailbox)) ?? 0) || usual;

interface DialogProps {
  readonly mailbox: Mailbox;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const changes = [["mailboxes"], ["capacity"], ["load"], ["attention"]];

/** Stores the current limit, because the shown one may be older. */
const pause = async ({ id }: Mailbox): Promise<void> => {
  rememberLimit(await client.mailboxes.get(id));
  await client.mailboxes.update(id, { max_daily_sends: 0 });
};

const PauseDialog = ({ mailbox, isOpen, onClose }: DialogProps) => {
  const pausing = useAction(() => pause(mailbox), { done: "Paused: nothing leaves", changes, onDone: onClose });
  return (
    <Dialog
      title={t("Pause sending from {email}?", { email: mailbox.email })}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <Button kind="primary" isBusy={pausing.isRunning} onClick={() => pausing.run()}>
          Pause sending
        </Button>
      }
    >
      <p>{t("Its daily limit becomes 0: what waits goes on waiting, and new emails wait too. Its inbox is read as before.")}</p>
    </Dialog>
  );
};

const ResumeDialog = ({ mailbox, isOpen, onClose }: DialogProps) => {
  const usual = useProvider(mailbox)?.max_daily_sends;
  const [typed, setTyped] = useState<string>();
  const limit = typed ?? String(limitBefore(mailbox, usual) ?? "");
  const resuming = useAction(() => client.mailboxes.update(mailbox.id, { max_daily_sends: Number(limit) }), {
    done: "It sends again",
    changes,
    showsError: true,
    onDone: onClose,
  });
  return (
    <Dialog
      title={t("Resume sending from {email}", { email: mailbox.email })}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <Button kind="primary" isBusy={resuming.isRunning} disabled={!(Number(limit) > 0)} onClick={() => resuming.run()}>
          Resume sending
        </Button>
      }
    >
      <Field
        label="Daily limit"
        type="number"
        min={1}
        value={limit}
        hint="How many emails may leave in any 24 hours."
        error={fieldsOf(resuming.error)["max_daily_sends"] ?? (resuming.error === null ? undefined : wordsOf(resuming.error))}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </Dialog>
  );
};

const DisconnectDialog = ({ mailbox, isOpen, onClose }: DialogProps) => {
  const [isPurge, setPurge] = useState(false);
  const [typed, setTyped] = useState("");
  const disconnecting = useAction(() => client.mailboxes.delete(mailbox.id, { purge: isPurge }), {
    done: isPurge ? "Disconnected; its mail is being erased" : "Disconnected",
    changes: [...changes, ["sends"], ["log"], ["threads"], ["messages"]],
    onDone: onClose,
  });
  return (
    <Dialog
      title={t("Disconnect {email}?", { email: mailbox.email })}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <Button
          kind="danger"
          isBusy={disconnecting.isRunning}
          disabled={isPurge && typed.trim() !== mailbox.email}
          onClick={() => disconnecting.run()}
        >
          {isPurge ? "Disconnect and erase its mail" : "Disconnect"}
        </Button>
      }
    >
      <p>{t("Its waiting sends are cancelled and its credentials erased. Its mail stays readable here, and it can be connected again.")}</p>
      <Checkbox
        label="Erase its messages and conversations for good"
        hint="What the service has stored. The mail at its own server stays."
        checked={isPurge}
        onChange={({ currentTarget }) => setPurge(currentTarget.checked)}
      />
      {isPurge && (
        <Field
          label={t("Type {email} to confirm", { email: mailbox.email })}
          autoComplete="off"
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
    </Dialog>
  );
};

/** Logs in with the stored credentials; the mailbox is read again also when that fails, because its state has changed. */
const test = async (id: string): Promise<void> => {
  try {
    await client.mailboxes.test(id);
  } finally {
    void Promise.all([["mailboxes"], ["attention"]].map((queryKey) => queries.invalidateQueries({ queryKey })));
  }
};

/** What can be done with a mailbox. */
export const Actions = ({ mailbox, isMenu = false }: { readonly mailbox: Mailbox; readonly isMenu?: boolean }) => {
  const [opened, setOpened] = useState<"" | "pause" | "resume" | "reconnect" | "disconnect">("");
  const testing = useAction(() => test(mailbox.id), { done: t("{email} works", { email: mailbox.email }) });
  const reading = useAction((enabled: boolean) => client.mailboxes.configureInbox(mailbox.id, { enabled }), {
    done: ({ inbox_sync_enabled }) => (inbox_sync_enabled ? "Its inbox is read" : "Its inbox is not read any more"),
    changes,
  });
  const { route } = useLocation();
  const isGone = conditionOf(mailbox) === "disconnected";
  const isPaused = mailbox.max_daily_sends === 0;
  const close = (): void => setOpened("");
  const of = (name: typeof opened): DialogProps => ({ mailbox, isOpen: opened === name, onClose: close });
  const choices = [
    ...(isMenu && !isGone
      ? [
          { text: "Test", onChoose: () => testing.run() },
          isPaused
            ? { text: "Resume sending", onChoose: () => setOpened("resume") }
            : { text: "Pause sending", onChoose: () => setOpened("pause") },
        ]
      : []),
    ...(isMenu || !isGone ? [{ text: "Reconnect", onChoose: () => setOpened("reconnect") }] : []),
    { text: "Let its owner reconnect", onChoose: () => route(`/console/connect-links?mailbox=${mailbox.id}`) },
    ...(isGone || (mailbox.smtp_host !== "" && mailbox.imap_host === "")
      ? []
      : [
          {
            text: mailbox.inbox_sync_enabled ? "Stop reading its inbox" : "Read its inbox",
            onChoose: () => reading.run(!mailbox.inbox_sync_enabled),
          },
        ]),
    { text: "Disconnect", isDanger: true, onChoose: () => setOpened("disconnect") },
  ];
  return (
    <>
      {!isMenu && isGone && (
        <Button kind="primary" onClick={() => setOpened("reconnect")}>
          Reconnect
        </Button>
      )}
      {!isMenu && !isGone && (
        <>
          <Button isBusy={testing.isRunning} onClick={() => testing.run()}>
            Test
          </Button>
          <Button kind={isPaused ? "primary" : "plain"} onClick={() => setOpened(isPaused ? "resume" : "pause")}>
            {isPaused ? "Resume sending" : "Pause sending"}
          </Button>
        </>
      )}
      <Menu label={t("More about {email}", { email: mailbox.email })} choices={choices} />
      {opened === "pause" && <PauseDialog {...of("pause")} />}
      {opened === "resume" && <ResumeDialog {...of("resume")} />}
      {opened === "reconnect" && <ConnectDialog {...of("reconnect")} />}
      {opened === "disconnect" && <DisconnectDialog {...of("disconnect")} />}
    </>
  );
};
