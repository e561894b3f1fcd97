import { useState } from "preact/hooks";
import { listed, t } from "../../data/language.ts";
import { wordsOf } from "../../data/queries.ts";
import { Field, TextArea } from "../../ui/field.tsx";
import { count } from "../../ui/numbers.ts";
import { Panel } from "../../ui/page.tsx";
import type { Paste } from "./pasted.ts";
import { textOf } from "./text-of.ts";
import { peopleIn } from "./use-enrolment.ts";

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
