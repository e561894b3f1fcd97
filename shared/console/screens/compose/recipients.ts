import { t } from "../../data/language.ts";
import { addressesOf, pairsOf } from "../../data/pairs.ts";
import { type CsvRow, type CsvTable, parseCsv } from "./csv.ts";
import { type Draft, emailsFor, fill, htmlIn, neededBy, type Sequence, type Values } from "./draft.ts";

/** A recipient of a draft's emails, with any problem. */
export interface Recipient {
  /** The line of the table; 0 for a single email. */
  readonly line: number;
  readonly to: string;
  readonly name: string;
  /** What the placeholders stand for; absent for a single email, which has none. */
  readonly values?: Values;
  readonly problems: readonly string[];
}

/** The recipients of a draft. */
export interface Recipients {
  readonly recipients: readonly Recipient[];
  /** The columns of the table, for placeholders. */
  readonly columns: readonly string[];
  /** What is wrong with the table as a whole; "" when nothing is. */
  readonly problem: string;
}

/** The columns that may hold the address, the best first. */
const ADDRESS_COLUMNS = ["email", "e_mail", "email_address", "address", "to"] as const;

/** The first line of each address, so that nobody is written to twice. */
const firstLines = (rows: readonly CsvRow[], column: string): ReadonlyMap<string, number> => {
  const lines = new Map<string, number>();
  for (const { line, values } of rows) {
    const key = values[column]!.toLowerCase();
    if (!lines.has(key)) lines.set(key, line);
  }
  return lines;
};

const tableProblem = ({ columns, rows, problem }: CsvTable, column: string | undefined): string => {
  if (problem !== "") return problem;
  if (column === undefined)
    return t("No column has the addresses: name it email. The columns are {columns}.", { columns: columns.join(", ") });
  return rows.length === 0 ? t("The table has no rows below its first line.") : "";
};

/** The placeholders that need a value in every row. */
const neededIn = ({ steps, metadata }: Draft): readonly string[] =>
  neededBy([...steps.flatMap((step) => [step.subject, step.rich ? "" : step.text, htmlIn(step)]), ...Object.values(pairsOf(metadata))]);

const rowProblems = (
  { line, values, problem }: CsvRow,
  to: string,
  first: number | undefined,
  needed: readonly string[],
): readonly string[] => {
  if (problem !== "") return [problem];
  if (to === "") return [t("has no address")];
  if (first !== line) return [t("has the same address as line {line}", { line: first ?? 0 })];
  return needed
    .filter((name) => !Object.hasOwn(values, name) || values[name] === "")
    .map((name) => t("{placeholder} has no value", { placeholder: `{{${name}}}` }));
};

const listed = (draft: Draft, table: CsvTable): Recipients => {
  const { columns, rows } = table;
  const column = ADDRESS_COLUMNS.find((name) => columns.includes(name));
  const problem = tableProblem(table, column);
  if (problem !== "" || column === undefined) return { recipients: [], columns, problem };
  const lines = firstLines(rows, column);
  const needed = neededIn(draft);
  const recipients = rows.map((row): Recipient => {
    const to = row.values[column]!;
    const problems = rowProblems(row, to, lines.get(to.toLowerCase()), needed);
    return { line: row.line, to, name: row.values["name"] ?? "", values: row.values, problems };
  });
  return { recipients, columns, problem };
};

/** Reads a draft's recipients and names the problems of each, before anything is sent to the API. */
export const recipientsOf = (draft: Draft): Recipients => {
  if (draft.isList) return listed(draft, parseCsv(draft.table));
  return { recipients: [{ line: 0, to: addressesOf(draft.to)[0] ?? "", name: "", problems: [] }], columns: [], problem: "" };
};

/** Writes the emails of a draft for one of its recipients. */
export const sequenceOf = (draft: Draft, { line, to, name, values }: Recipient): Sequence => ({
  line,
  to,
  emails: emailsFor(draft, name === "" ? to : { name, email: to }, (template, target) =>
    values ? fill(template, values, target) : template,
  ),
});
