import { t } from "../../data/language.ts";
import { Button } from "../../ui/controls.tsx";
import { Field, TextArea } from "../../ui/field.tsx";
import { Panel } from "../../ui/page.tsx";
import { Body } from "../conversation/body.tsx";
import { CancelOn } from "./hours.tsx";
import { type Draft, emptyStep, type FormPart, type Step, withStep } from "./draft.ts";

/** What an email says: a text that can be formatted, or HTML of one's own beside it. */
const Text = ({
  index,
  draft,
  change,
  errorAt,
  set,
}: FormPart & { readonly index: number; readonly set: (changes: Partial<Step>) => void }) => {
  const step = draft.steps[index]!;
  const rows = index === 0 ? 9 : 5;
  const [text, html] = [errorAt(index, "body_text"), errorAt(index, "body_html")];
  const source = (
    <details open={step.html !== "" || html !== undefined}>
      <summary>HTML</summary>
      <TextArea
        label="HTML"
        hidesLabel
        class="mono"
        rows={6}
        spellcheck={false}
        value={step.html}
        hint="Mail programs show this instead of the text. Without a text, one is made from it."
        error={html}
        onInput={({ currentTarget }) => set({ html: currentTarget.value })}
      />
    </details>
  );
  return (
    <>
      {step.html === "" ? (
        <Body
          label="Text"
          rows={rows}
          written={step}
          files={draft.files}
          isDisabled={false}
          error={step.rich ? (text ?? html) : text}
          onChange={set}
          onFiles={(files) => change({ files })}
        />
      ) : (
        <TextArea
          label="Text"
          rows={rows}
          value={step.text}
          error={text}
          onInput={({ currentTarget }) => set({ text: currentTarget.value })}
        />
      )}
      {step.rich === undefined && source}
    </>
  );
};

const Email = ({ index, ...part }: FormPart & { readonly index: number }) => {
  const { draft, change, errorAt } = part;
  const step = draft.steps[index]!;
  const set = (changes: Partial<Draft["steps"][number]>): void => change(withStep(draft, index, changes));
  const isFirst = index === 0;
  return (
    <Panel
      title={isFirst ? "Email" : t("Follow-up {n}", { n: index })}
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
      <Text {...part} index={index} set={set} />
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
