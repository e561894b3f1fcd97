import { useState } from "preact/hooks";
import type { Sequence } from "../../../client/index.ts";
import { t } from "../../data/language.ts";
import { client } from "../../data/client.ts";
import { fieldsOf, queries, useAction, wordsOf } from "../../data/queries.ts";
import { FormDialog } from "../../ui/dialog.tsx";
import { Field, TextArea } from "../../ui/field.tsx";
import { count } from "../../ui/numbers.ts";
import { type Pasted, readPeople, usedIn } from "./pasted.ts";

/** How many people one request takes. */
const AT_ONCE = 1_000;

interface Refusal {
  readonly line: number;
  readonly to: string;
  readonly why: string;
}

interface Added {
  readonly added: number;
  readonly refused: readonly Refusal[];
}

/** Adds people, a thousand at a time; what a failure left out may be added again, because nobody is in it twice. */
const addAll = async (id: string, people: readonly Pasted[]): Promise<Added> => {
  let added = 0;
  const refused: Refusal[] = [];
  for (let at = 0; at < people.length; at += AT_ONCE) {
    const some = people.slice(at, at + AT_ONCE);
    const { results } = await client.sequences.addRecipients(id, { recipients: some.map(({ person }) => person) });
    for (const { index, to, error, details = [] } of results)
      if (error === "") added += 1;
      else {
        const named = details.map(({ field, message }) => `${field} ${message}`).join("; ");
        refused.push({ line: some[index]!.line, to, why: named || error });
      }
  }
  return { added, refused };
};

interface Props {
  readonly sequence: Sequence;
  readonly onClose: () => void;
}

/** Adds the people of a pasted list. */
export const AddPeople = ({ sequence: { id, steps }, onClose }: Props) => {
  const [outcome, setOutcome] = useState<Added>();
  const used = usedIn(steps.flatMap(({ subject, body_html, body_text }) => [subject, body_html, body_text]));
  const adding = useAction(
    async (text: string) => {
      const { people, problem } = readPeople(text, used);
      if (problem !== "") throw new Error(problem);
      try {
        return await addAll(id, people);
      } finally {
        void queries.invalidateQueries({ queryKey: ["sequences"] });
      }
    },
    {
      done: ({ added }) => count(added, "person added", "people added"),
      showsError: true,
      onDone: (result) => (result.refused.length === 0 ? onClose() : setOutcome(result)),
    },
  );
  const names = [...used].map((name) => `${name}=…`).join(", ");
  return (
    <FormDialog
      title="Add people"
      isOpen
      isWide
      onClose={onClose}
      action="Add"
      isBusy={adding.isRunning}
      onSubmit={(form) => {
        setOutcome(undefined);
        adding.run(new FormData(form).get("people") as string);
      }}
    >
      <TextArea
        label="People"
        name="people"
        rows={8}
        required
        spellcheck={false}
        hint={t("A line for each, such as {line}, or a table whose first line names its columns. Each costs {credits} now.", {
          line: `ann@example.com${names && `, ${names}`}`,
          credits: count(steps.length, "credit"),
        })}
        error={adding.error === null ? undefined : wordsOf(adding.error)}
      />
      {outcome && (
        <div role="status">
          <p class="strong">
            {count(outcome.added, "person added", "people added")};{" "}
            {count(outcome.refused.length, "line was refused", "lines were refused")}
          </p>
          <ul class="refused" aria-label={t("Lines with errors")}>
            {outcome.refused.map(({ line, to, why }) => (
              <li key={line}>
                <strong>{t("Line {line}", { line })}</strong> {to} <span class="error">{why}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </FormDialog>
  );
};

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
