import type { Sequence } from "../../../client/index.ts";
import { t } from "../../data/language.ts";
import { client } from "../../data/client.ts";
import { fieldsOf, useAction, useRecord, wordsOf } from "../../data/queries.ts";
import { FormDialog } from "../../ui/dialog.tsx";
import { Field, TextArea } from "../../ui/field.tsx";
import { count, number } from "../../ui/numbers.ts";
import { useState } from "preact/hooks";
import { isBound, may, session } from "../../data/session.ts";
import { Button, LinkButton, Status } from "../../ui/controls.tsx";
import { Loaded, Page, Panel } from "../../ui/page.tsx";
import { cancelledBy } from "../conversation/words.ts";
import { afterWords, nameOf } from "./cells.ts";
import { People } from "./people.tsx";

interface Props {
  readonly sequence: Sequence;
  readonly onClose: () => void;
}

interface StepProps extends Props {
  readonly step: Sequence["steps"][number];
}

/** Gives a step another text, and everybody who has not had it. */
const ChangeStep = ({ sequence: { id }, step, onClose }: StepProps) => {
  const saving = useAction(
    async (texts: Readonly<Record<string, string>>) => {
      const change = async () => (await client.sequences.update(id, { steps: [{ step: step.step, ...texts }] })).remaining;
      let remaining = await change();
      // Each request gives some people the new text; one that gives nobody any more ends it.
      for (let before = Infinity; remaining > 0 && remaining < before;) [before, remaining] = [remaining, await change()];
      return remaining;
    },
    {
      done: (remaining) => (remaining === 0 ? t("Saved") : count(remaining, "person may get the old text", "people may get the old text")),
      changes: [["sequences"]],
      showsError: true,
      onDone: onClose,
    },
  );
  const errors = Object.fromEntries(Object.entries(fieldsOf(saving.error)).map(([field, message]) => [field.split(".").at(-1), message]));
  const hasNone = Object.keys(errors).length === 0;
  const parts = (["body_text", "body_html"] as const).filter((part) => step[part] !== "");
  return (
    <FormDialog
      title={t("Text of step {n}", { n: step.step })}
      isOpen
      isWide
      onClose={onClose}
      action="Save"
      isBusy={saving.isRunning}
      onSubmit={(form) => saving.run(Object.fromEntries(new FormData(form)) as Record<string, string>)}
    >
      <p>
        {count(
          step.numbers?.waiting ?? 0,
          "person has not had it, and gets the new text.",
          "people have not had it, and get the new text.",
        )}
      </p>
      <Field
        label="Subject"
        name="subject"
        value={step.subject}
        error={errors["subject"]}
        {...(step.step > 1 && { hint: "Empty: that of the conversation." })}
      />
      {parts.map((part) => (
        <TextArea
          key={part}
          label={part === "body_html" ? "HTML" : "Text"}
          name={part}
          rows={8}
          value={step[part]}
          error={errors[part] ?? (saving.error !== null && hasNone ? wordsOf(saving.error) : undefined)}
        />
      ))}
    </FormDialog>
  );
};

type Step = Sequence["steps"][number];

const shown = [
  ["waiting", "waiting"],
  ["sent", "sent"],
  ["answered", "answered"],
  ["bounced", "bounced"],
  ["asked_to_stop", "asked to stop"],
  ["away", "away"],
  ["cancelled", "cancelled"],
  ["failed", "failed"],
] as const;
/** Numbers that show even when they are 0. */
const ALWAYS = new Set<string>(["waiting", "sent", "answered"]);

const StepPanel = ({ step, onChange }: { readonly step: Step; readonly onChange: (() => void) | undefined }) => (
  <li class="panel">
    <header>
      <h2>{t("Step {n}", { n: step.step })}</h2>
      {onChange && (
        <button type="button" class="button quiet small" aria-label={t("Change the text of step {n}", { n: step.step })} onClick={onChange}>
          {t("Change")}
        </button>
      )}
    </header>
    <p class="soft">{afterWords(step.scheduled_after)}</p>
    <p class="step-text">
      {step.subject !== "" && <strong>{step.subject}</strong>} {step.body_text || step.body_html.replaceAll(/<[^<>]*>/g, " ")}
    </p>
    <dl class="step-numbers">
      {shown
        .filter(([name]) => ALWAYS.has(name) || (step.numbers?.[name] ?? 0) > 0)
        .map(([name, words]) => (
          <div key={name}>
            <dt>{t(words)}</dt>
            <dd>{number(step.numbers?.[name] ?? 0)}</dd>
          </div>
        ))}
    </dl>
  </li>
);

/** Has a sequence pause, or go on. */
const Pausing = ({ of: { id, status } }: { readonly of: Sequence }) => {
  const isPaused = status === "paused";
  const pausing = useAction((paused: boolean) => client.sequences.update(id, { paused }), {
    done: ({ status: now }) => t(now === "paused" ? "Paused: nothing leaves" : "It goes on"),
    changes: [["sequences"]],
  });
  return (
    <Button isBusy={pausing.isRunning} onClick={() => pausing.run(!isPaused)}>
      {isPaused ? "Let it go on" : "Pause"}
    </Button>
  );
};

const aboutOf = ({ cancel_on, on_away, window }: Sequence): string =>
  [
    cancel_on.length > 0 && t("cancelled by {what}", { what: cancelledBy(cancel_on) }),
    on_away && t("waits for whoever is away"),
    window && t("only {hours}", { hours: `${window.from}–${window.to}, ${window.timezone}` }),
  ]
    .filter((part) => typeof part === "string")
    .join("; ");

const Shown = ({ of: sequence }: { readonly of: Sequence }) => {
  const [open, setOpen] = useState<number>();
  const { steps, status } = sequence;
  const mayChange = may("send") && status !== "deleted";
  // A rehearsal copies live mail of the whole account.
  const mayRehearse = may("admin") && may("read") && !isBound() && session.value?.mode === "live" && sequence.people > 0;
  const close = () => setOpen(undefined);
  return (
    <Page
      title={nameOf(sequence)}
      above={["/console/sequences", "Sequences"]}
      about={
        <>
          <Status of={status} /> {aboutOf(sequence)}
        </>
      }
      actions={
        mayChange && (
          <>
            <Pausing of={sequence} />
            {mayRehearse && <LinkButton href={`/console/rehearsal?sequence=${sequence.id}`}>Rehearse</LinkButton>}
            {status === "active" && (
              <LinkButton kind="primary" href={`/console/sequences/${sequence.id}/people`}>
                Add people
              </LinkButton>
            )}
          </>
        )
      }
    >
      <ol class="sequence-steps">
        {steps.map((step) => (
          <StepPanel key={step.step} step={step} onChange={mayChange ? () => setOpen(step.step) : undefined} />
        ))}
      </ol>
      <Panel title="People">
        <People sequence={sequence} />
      </Panel>
      {open !== undefined && <ChangeStep sequence={sequence} step={steps[open - 1]!} onClose={close} />}
    </Page>
  );
};

/** One sequence: its steps with their numbers, and its people. */
export const OneSequence = ({ id }: { readonly id: string }) => {
  const found = useRecord<Sequence>(["sequences", id], () => client.sequences.get(id));
  return <Loaded from={found}>{(sequence) => <Shown of={sequence} />}</Loaded>;
};
