import { useRef } from "preact/hooks";
import { t, worded } from "../../data/language.ts";
import { Button } from "../../ui/controls.tsx";
import { Checkbox, Field, Select, TextArea } from "../../ui/field.tsx";
import { Panel } from "../../ui/page.tsx";
import { nextStep, type Plan, type PlanStep } from "./plan.ts";
import { CancelOn, Hours } from "../compose/hours.tsx";

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

/** When steps may leave, what ends them, and whom they wait for. */
export const Rules = ({ plan, change, errorOf }: PlanPart) => {
  const { steps, awayDays } = plan;
  // What stands at a field of its own is not said again.
  const inFields = errorOf("window.from", "window.to", "window.days", "window.timezone") ?? errorOf("on_away.else");
  const wrong = errorOf("cancel_on") ?? (inFields === undefined ? errorOf("window", "on_away") : undefined);
  return (
    <Panel title="Rules">
      <Hours draft={plan} change={change} errorAt={(_, ...fields) => errorOf(...fields)} asksZone />
      {steps.length > 1 && (
        <>
          <CancelOn draft={plan} change={change} />
          <Checkbox
            label="Wait for whoever is away"
            hint="A step that is due leaves on the first working day after the return that their automatic answer names."
            checked={awayDays !== ""}
            onChange={({ currentTarget }) => change({ awayDays: currentTarget.checked ? "7" : "" })}
          />
          {awayDays !== "" && (
            <Field
              label="Days to wait when it names no return"
              type="number"
              min="1"
              max="365"
              value={awayDays}
              error={errorOf("on_away.else")}
              onInput={({ currentTarget }) => change({ awayDays: currentTarget.value || "7" })}
            />
          )}
        </>
      )}
      {wrong !== undefined && (
        <p class="error" role="alert">
          {wrong}
        </p>
      )}
    </Panel>
  );
};
