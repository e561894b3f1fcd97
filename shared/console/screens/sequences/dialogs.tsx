import type { Sequence } from "../../../client/index.ts";
import { t } from "../../data/language.ts";
import { client } from "../../data/client.ts";
import { fieldsOf, useAction, wordsOf } from "../../data/queries.ts";
import { FormDialog } from "../../ui/dialog.tsx";
import { Field, TextArea } from "../../ui/field.tsx";
import { count } from "../../ui/numbers.ts";

interface Props {
  readonly sequence: Sequence;
  readonly onClose: () => void;
}

interface StepProps extends Props {
  readonly step: Sequence["steps"][number];
}

/** Gives a step another text, and everybody who has not had it. */
export const ChangeStep = ({ sequence: { id }, step, onClose }: StepProps) => {
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
