import { useRef } from "preact/hooks";
import { t, worded } from "../../data/language.ts";
import { Button } from "../../ui/controls.tsx";
import { Field, Select, TextArea } from "../../ui/field.tsx";
import { Panel } from "../../ui/page.tsx";
import { nextStep, type Plan, type PlanStep } from "./plan.ts";

/** The most steps of a sequence. */
const STEPS_MAX = 10;

/** How many placeholders are offered. */
const OFFERED = 12;

/** The properties of every part of the form. */
export interface PlanPart {
  readonly plan: Plan;
  readonly change: (changes: Partial<Plan>) => void;
  /** What is wrong with a field, by the API's name. */
  readonly errorOf: (...fields: readonly string[]) => string | undefined;
}

const unitWords = [
  ["hours", "hours"],
  ["days", "days"],
  ["weeks", "weeks"],
] as const;

interface StepProps extends Pick<PlanPart, "errorOf"> {
  readonly step: PlanStep;
  readonly index: number;
  /** The placeholders that the pasted table offers. */
  readonly columns: readonly string[];
  readonly set: (changes: Partial<PlanStep>) => void;
  readonly onRemove: (() => void) | undefined;
}

/** Inserts a placeholder where somebody last wrote in a step. */
const Placeholders = ({ columns, insert }: { readonly columns: readonly string[]; readonly insert: (placeholder: string) => void }) => (
  <p class="row">
    <span class="soft">{t("Insert:")}</span>
    {(columns.length === 0 ? ["name", "company"] : columns).slice(0, OFFERED).map((column) => (
      <button key={column} type="button" class="button small mono" onClick={() => insert(`{{${column}}}`)}>{`{{${column}}}`}</button>
    ))}
  </p>
);

const StepForm = ({ step, index, columns, set, onRemove, errorOf }: StepProps) => {
  const at = `steps.${index}`;
  const own = useRef<HTMLDivElement>(null);
  const written = useRef<HTMLInputElement | HTMLTextAreaElement>();
  const insert = (placeholder: string): void => {
    const field = written.current ?? own.current?.querySelector("textarea");
    if (!field) return;
    field.focus();
    field.setRangeText(placeholder, field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <Panel
      title={t("Step {n}", { n: index + 1 })}
      actions={
        onRemove && (
          <Button kind="quiet" aria-label={t("Remove step {n}", { n: index + 1 })} onClick={onRemove}>
            Remove
          </Button>
        )
      }
    >
      {index === 0 ? (
        <p class="soft">{t("Leaves when somebody is added.")}</p>
      ) : (
        <div class="wait">
          <Field
            label="Wait"
            type="number"
            min="1"
            max="999"
            value={step.wait}
            error={errorOf(`${at}.scheduled_after`)}
            onInput={({ currentTarget }) => set({ wait: currentTarget.value })}
          />
          <Select
            label="Unit"
            hidesLabel
            value={step.unit}
            options={worded(unitWords)}
            onChange={({ currentTarget }) => set({ unit: currentTarget.value as PlanStep["unit"] })}
          />
          <span class="soft">{t("after the step before it")}</span>
        </div>
      )}
      <div
        class="stack"
        ref={own}
        onFocusIn={({ target }) => {
          if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) written.current = target;
        }}
      >
        <Field
          label="Subject"
          value={step.subject}
          placeholder={index === 0 ? "" : "Re: and the subject of the first email"}
          error={errorOf(`${at}.subject`)}
          onInput={({ currentTarget }) => set({ subject: currentTarget.value })}
        />
        <TextArea
          label="Text"
          rows={index === 0 ? 8 : 5}
          value={step.text}
          hint={index === 0 ? "{{name}} is each person's own; {{name|there}} says there to whoever has none." : undefined}
          error={errorOf(`${at}.body_text`, `${at}.body_html`)}
          onInput={({ currentTarget }) => set({ text: currentTarget.value })}
        />
        <Placeholders columns={columns} insert={insert} />
      </div>
    </Panel>
  );
};

/** The first email and its reminders. */
export const Steps = ({ plan: { steps }, change, errorOf, columns }: PlanPart & { readonly columns: readonly string[] }) => {
  const set = (index: number, changes: Partial<PlanStep>): void =>
    change({ steps: steps.map((step, at) => (at === index ? { ...step, ...changes } : step)) });
  return (
    <>
      {steps.map((step, index) => (
        <StepForm
          key={index}
          step={step}
          index={index}
          columns={columns}
          errorOf={errorOf}
          set={(changes) => set(index, changes)}
          onRemove={steps.length > 1 ? () => change({ steps: steps.filter((_, at) => at !== index) }) : undefined}
        />
      ))}
      <div class="row">
        <Button disabled={steps.length >= STEPS_MAX} onClick={() => change({ steps: [...steps, nextStep] })}>
          Add a step
        </Button>
      </div>
    </>
  );
};
