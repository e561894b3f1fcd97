import { Button } from "../../ui/controls.tsx";
import { Checkbox, Field, TextArea } from "../../ui/field.tsx";
import { Panel } from "../../ui/page.tsx";
import { type Draft, emptyStep } from "./draft.ts";
import { type FormPart, withStep } from "./form.ts";

const triggers = [
  ["reply", "a person answers"],
  ["bounce", "an email bounces"],
  ["auto_reply", "an automatic answer comes"],
] as const;

const CancelOn = ({ draft, change }: FormPart) => (
  <fieldset>
    <legend>Follow-ups are cancelled when</legend>
    <div class="row">
      {triggers.map(([trigger, label]) => (
        <Checkbox
          key={trigger}
          label={label}
          checked={draft.cancelOn.includes(trigger)}
          onChange={({ currentTarget }) =>
            change({
              cancelOn: triggers.flatMap(([one]) =>
                (one === trigger ? currentTarget.checked : draft.cancelOn.includes(one)) ? [one] : [],
              ),
            })
          }
        />
      ))}
    </div>
  </fieldset>
);

const Email = ({ index, ...part }: FormPart & { readonly index: number }) => {
  const { draft, change, errorAt } = part;
  const step = draft.steps[index]!;
  const set = (changes: Partial<Draft["steps"][number]>): void => change(withStep(draft, index, changes));
  const isFirst = index === 0;
  return (
    <Panel
      title={isFirst ? "Email" : `Follow-up ${index}`}
      actions={
        isFirst ? undefined : (
          <Button kind="quiet" onClick={() => change({ steps: draft.steps.filter((_, at) => at !== index) })}>
            Remove
          </Button>
        )
      }
    >
      {!isFirst && (
        <Field
          label="Days after the email before it"
          type="number"
          min="0"
          max="365"
          value={step.days}
          error={errorAt(index, "scheduled_after")}
          onInput={({ currentTarget }) => set({ days: currentTarget.value })}
        />
      )}
      <Field
        label="Subject"
        value={step.subject}
        placeholder={isFirst ? "" : "Re: and the subject of the first email"}
        error={errorAt(index, "subject")}
        onInput={({ currentTarget }) => set({ subject: currentTarget.value })}
      />
      <TextArea
        label="Text"
        rows={isFirst ? 9 : 5}
        value={step.text}
        error={errorAt(index, "body_text")}
        onInput={({ currentTarget }) => set({ text: currentTarget.value })}
      />
      <details open={step.html !== "" || errorAt(index, "body_html") !== undefined}>
        <summary>HTML</summary>
        <TextArea
          label="HTML"
          hidesLabel
          class="mono"
          rows={6}
          spellcheck={false}
          value={step.html}
          hint="Mail programs show this instead of the text. Without a text, one is made from it."
          error={errorAt(index, "body_html")}
          onInput={({ currentTarget }) => set({ html: currentTarget.value })}
        />
      </details>
    </Panel>
  );
};

/** The first email and its follow-ups. */
export const Steps = (part: FormPart) => {
  const { draft, change } = part;
  return (
    <>
      {draft.steps.map((_, index) => (
        <Email key={index} index={index} {...part} />
      ))}
      <div class="row">
        <Button onClick={() => change({ steps: [...draft.steps, emptyStep] })}>Add a follow-up</Button>
      </div>
      {draft.steps.length > 1 && <CancelOn {...part} />}
    </>
  );
};
