import { useState } from "preact/hooks";
import { listed, t } from "../../data/language.ts";
import { wordsOf } from "../../data/queries.ts";
import { Field, TextArea } from "../../ui/field.tsx";
import { count, number } from "../../ui/numbers.ts";
import { Panel } from "../../ui/page.tsx";
import { type Paste, type Pasted, textOf } from "./pasted.ts";
import { peopleIn } from "./use-enrolment.ts";
import type { NewSequence } from "../../../client/index.ts";
import { Button } from "../../ui/controls.tsx";
import { afterWords } from "../sequences/cells.ts";
import { shownTo } from "./judge.ts";
import { missingIn, piecesOf, type Values } from "./plan.ts";

const EXAMPLE = "email,name,company\nann@example.com,Ann,Example\nben@example.com,Ben,Muster";

interface PasteProps {
  readonly value: string;
  readonly paste: Paste;
  readonly onChange: (people: string) => void;
  /** The placeholders of a sequence that is there. */
  readonly needed?: readonly string[];
}

/** People as pasted lines or a table, or from a file. */
export const PastePeople = ({ value, paste: { people, problem, unused }, onChange, needed = [] }: PasteProps) => {
  const [failure, setFailure] = useState<string>();
  const take = async (input: HTMLInputElement): Promise<void> => {
    const [file] = input.files ?? [];
    input.value = "";
    if (!file) return;
    onChange(textOf(new Uint8Array(await file.arrayBuffer())));
    setFailure(undefined);
  };
  return (
    <Panel title="People">
      <TextArea
        label="List"
        class="mono"
        rows={7}
        spellcheck={false}
        placeholder={EXAMPLE}
        value={value}
        hint="A table whose first line names its columns, or a line for each person, such as ann@example.com, name=Ann."
        error={value.trim() === "" || problem === "" ? undefined : problem}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Field
        label="Or a CSV file"
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        error={failure}
        onChange={({ currentTarget }) => void take(currentTarget).catch((error: unknown) => setFailure(wordsOf(error)))}
      />
      {needed.length > 0 && <p class="soft">{t("The steps have {columns}.", { columns: listed(needed.map((name) => `{{${name}}}`)) })}</p>}
      {people.length > 0 && (
        <p role="status">
          {count(peopleIn(people), "person", "people")}
          {unused.length > 0 && (
            <span class="soft"> · {t("in no step, so left out: {columns}", { columns: listed(unused.map((name) => `{{${name}}}`)) })}</span>
          )}
        </p>
      )}
    </Panel>
  );
};

const Filled = ({ template, values }: { readonly template: string; readonly values: Values | undefined }) => (
  <>
    {piecesOf(template, values).map(({ text, is }, index) =>
      is === "plain" ? (
        text
      ) : (
        <mark key={index} class={is === "value" ? "filled" : values ? "missing" : "open"}>
          {text}
        </mark>
      ),
    )}
  </>
);

const withoutTags = (html: string): string => html.replaceAll(/<[^<>]*>/g, " ").trim();

interface PreviewProps {
  readonly sequence: NewSequence;
  readonly people: readonly Pasted[];
}

/** What one person gets, step by step; what has no value is marked, and named. */
export const Preview = ({ sequence: { steps }, people }: PreviewProps) => {
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, people.length - 1);
  const one = people[at];
  const values = one?.person.variables;
  const missing = one && missingIn(steps, one.person.variables);
  return (
    <Panel
      title={people.length > 1 ? t("Preview {n} of {all}", { n: number(at + 1), all: number(people.length) }) : "Preview"}
      actions={
        people.length > 1 && (
          <span class="row">
            <Button kind="quiet" disabled={at === 0} onClick={() => setChosen(at - 1)}>
              Before
            </Button>
            <Button kind="quiet" disabled={at === people.length - 1} onClick={() => setChosen(at + 1)}>
              Next
            </Button>
          </span>
        )
      }
    >
      <p class="soft">{one ? t("To {whom}", { whom: shownTo(one.person) || "–" }) : t("With people, as one of them gets it.")}</p>
      {missing && missing.size > 0 && (
        <ul class="error" aria-label={t("Missing values")}>
          {[...missing].map(([name, step]) => (
            <li key={name}>{t("{field} is required by step {step}", { field: `variables.${name}`, step })}</li>
          ))}
        </ul>
      )}
      {steps.map(({ subject = "", body_text: text = "", body_html: html = "", scheduled_after: after = "" }, index) => (
        <div class="preview-email" key={index}>
          <p class="soft">
            {t("Step {n}", { n: index + 1 })} · {afterWords(after)}
          </p>
          <p class="strong">
            {subject === "" ? (
              index > 0 && (
                <>
                  Re: <Filled template={steps[0]?.subject ?? ""} values={values} />
                </>
              )
            ) : (
              <Filled template={subject} values={values} />
            )}
          </p>
          <p class="words">
            <Filled template={text || withoutTags(html)} values={values} />
          </p>
        </div>
      ))}
    </Panel>
  );
};
