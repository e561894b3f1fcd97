import { useState } from "preact/hooks";
import { t, worded } from "../../data/language.ts";
import type { Message, MessageChanges, Thread } from "../../../client/index.ts";
import { client } from "../../data/client.ts";
import { fieldsOf, useAction, wordsOf } from "../../data/queries.ts";
import { may } from "../../data/session.ts";
import { Badge, Button } from "../../ui/controls.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { kinds } from "../inbox/filter.ts";
import { intents, kindWords, linkWords } from "./words.ts";

/** What a correction changes. */
const CHANGES = [["threads"], ["messages"], ["sends"]] as const;

interface WhyProps {
  readonly message: Message;
  readonly thread: Thread;
  /** Emails of ours in the conversation: id and a line about each. */
  readonly ours: readonly (readonly [string, string])[];
  readonly onClose: () => void;
  /** Called after the conversation was split or merged. */
  readonly onMoved: (threadId: string) => void;
}

/** Who said what an answer means. */
const sayers: Readonly<Record<string, string>> = { rule: "by its words", api: "as your program says", person: "as a person says" };

const kindName = (kind: string): string => t(kinds.find(([one]) => one === kind)?.[1] ?? kind);

const Rules = ({ message: { kind, intent, intent_by: by, folder, explanation, on_server: isThere } }: Pick<WhyProps, "message">) => {
  const { kind_rule, thread_rule, evidence, auto_evidence, intent_evidence, newcomer, corrected, ruled } = explanation;
  const said = intent === "" ? auto_evidence : intent_evidence;
  return (
    <dl class="facts tight">
      <dt>{t("Kind")}</dt>
      <dd>
        {kindName(kind)} {corrected && <Badge tone="info">{t("corrected")}</Badge>}
        <div class="soft">
          {ruled === undefined ? kindWords(kind_rule) : t("The rules had said: {kind}.", { kind: kindName(ruled.kind) })}
        </div>
      </dd>
      {intent !== "" && (
        <>
          <dt>{t("It means")}</dt>
          <dd>
            {t(intents.find(([one]) => one === intent)?.[1] ?? intent)}
            <div class="soft">{t(sayers[by] ?? "")}</div>
          </dd>
        </>
      )}
      <dt>{t("Place")}</dt>
      <dd>{linkWords(thread_rule)}</dd>
      {evidence !== "" && (
        <>
          <dt>{t("Evidence")}</dt>
          <dd class="mono">{evidence}</dd>
        </>
      )}
      {said !== "" && (
        <>
          <dt>{t("It says")}</dt>
          <dd class="mono">{said}</dd>
        </>
      )}
      {newcomer && (
        <>
          <dt>{t("Sender")}</dt>
          <dd>
            <Badge tone="warn">{t("unverified")}</Badge>
            <div class="soft">{t("Nothing proves that this sender belongs to the conversation. Think before you answer.")}</div>
          </dd>
        </>
      )}
      <dt>{t("Folder")}</dt>
      <dd>
        {folder || t("Not known")}
        {!isThere && <div class="soft">{t("No longer on the server; this is the stored copy.")}</div>}
      </dd>
    </dl>
  );
};

/** The form that corrects the kind of a message and the email that it answers. */
const Correct = ({ message, ours }: Pick<WhyProps, "message" | "ours">) => {
  const { id, kind, intent, email_job_id: send, explanation } = message;
  const [chosen, choose] = useState({ kind, intent, send });
  const correct = useAction((body: MessageChanges) => client.messages.update(id, body), {
    done: "Corrected",
    changes: CHANGES,
    showsError: true,
  });
  const undo = useAction(() => client.messages.deleteCorrection(id), { done: "The rules decide again", changes: CHANGES });
  const fields = fieldsOf(correct.error);
  const submit = (event: Event): void => {
    event.preventDefault();
    correct.run({
      ...(chosen.kind !== kind && { kind: chosen.kind }),
      ...(chosen.kind === "reply" && chosen.intent !== intent && chosen.intent !== "" && { intent: chosen.intent }),
      ...(chosen.send !== send && { email_job_id: chosen.send }),
    });
  };
  const others = send === "" || ours.some(([one]) => one === send) ? [] : [[send, t("An email elsewhere")] as const];
  return (
    <form class="stack" onSubmit={submit}>
      <h3>{t("Correct it")}</h3>
      <Select
        label="It is"
        value={chosen.kind}
        options={worded(kinds)}
        error={fields["kind"]}
        onChange={({ currentTarget: { value } }) => choose({ ...chosen, kind: kinds.find(([one]) => one === value)?.[0] ?? kind })}
      />
      {chosen.kind === "reply" && (
        <Select
          label="It means"
          value={chosen.intent || "unknown"}
          options={worded(intents)}
          error={fields["intent"]}
          onChange={({ currentTarget: { value } }) =>
            choose({ ...chosen, intent: intents.find(([one]) => one === value)?.[0] ?? chosen.intent })
          }
        />
      )}
      <Select
        label="It answers, or reports on"
        value={chosen.send}
        options={[["", t("No email of ours")], ...ours, ...others]}
        error={fields["email_job_id"]}
        onChange={({ currentTarget: { value } }) => choose({ ...chosen, send: value })}
      />
      {correct.error && Object.keys(fields).length === 0 && (
        <p class="error" role="alert">
          {wordsOf(correct.error)}
        </p>
      )}
      <div class="row">
        <Button
          type="submit"
          isBusy={correct.isRunning}
          disabled={chosen.kind === kind && chosen.intent === intent && chosen.send === send}
        >
          Correct
        </Button>
        {explanation.corrected && (
          <Button kind="quiet" isBusy={undo.isRunning} onClick={() => undo.run()}>
            Undo the correction
          </Button>
        )}
      </div>
    </form>
  );
};

const idIn = (text: string): string => /[0-9a-f]{24}(?=[?#/\s]*$)/i.exec(text.split("?")[0]!.trim())?.[0] ?? text.trim();

/** Moves the message out of the conversation, or joins another conversation with it. */
const Move = ({ message, thread, onMoved }: Pick<WhyProps, "message" | "thread" | "onMoved">) => {
  const [isJoining, setJoining] = useState(false);
  const [other, setOther] = useState("");
  const facts = { changes: CHANGES, onDone: ({ id }: Thread) => onMoved(id) };
  const split = useAction(() => client.threads.split(thread.id, { message_ids: [message.id] }), {
    ...facts,
    done: "Moved to its own conversation",
  });
  const merge = useAction(() => client.threads.merge(thread.id, { thread_id: idIn(other) }), {
    ...facts,
    done: "Joined",
    showsError: true,
  });
  return (
    <div class="row">
      <Button kind="quiet" isBusy={split.isRunning} disabled={thread.message_count < 2} onClick={() => split.run()}>
        Move to a new conversation
      </Button>
      <Button kind="quiet" onClick={() => setJoining(true)}>
        Join another conversation
      </Button>
      <Dialog
        title="Join another conversation"
        isOpen={isJoining}
        onClose={() => setJoining(false)}
        actions={
          <Button kind="primary" isBusy={merge.isRunning} onClick={() => merge.run()}>
            Join
          </Button>
        }
      >
        <Field
          label="Its address or id"
          value={other}
          hint="Open it in the inbox and copy the address. It must be in the same mailbox; its emails then stand in this conversation."
          error={fieldsOf(merge.error)["thread_id"] ?? (merge.error ? wordsOf(merge.error) : undefined)}
          onInput={({ currentTarget }) => setOther(currentTarget.value)}
        />
      </Dialog>
    </div>
  );
};

/** Explains why a message has its kind and is in its conversation, and lets the user correct both. */
export const Why = ({ message, thread, ours, onClose, onMoved }: WhyProps) => (
  <aside class="why" aria-label={t("Why")}>
    <header class="row">
      <h2>{t("Why is it here?")}</h2>
      <button type="button" class="icon" aria-label={t("Close")} onClick={onClose}>
        ×
      </button>
    </header>
    <p class="soft cut">{message.subject || t("(no subject)")}</p>
    <Rules message={message} />
    {may("send") && (
      <>
        <Correct key={`${message.id} ${message.kind} ${message.intent} ${message.email_job_id}`} message={message} ours={ours} />
        <Move message={message} thread={thread} onMoved={onMoved} />
      </>
    )}
  </aside>
);
