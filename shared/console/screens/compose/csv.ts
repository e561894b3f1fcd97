import { t } from "../../data/language.ts";
import { count } from "../../ui/numbers.ts";

/** A row of a pasted table. */
export interface CsvRow {
  /** The line of the paste on which it begins, from 1. */
  readonly line: number;
  /** Its values by column. */
  readonly values: Readonly<Record<string, string>>;
  /** What is wrong with it; "" when nothing is. */
  readonly problem: string;
  /** Whether it has fewer values than there are columns. */
  readonly isShort: boolean;
}

/** A pasted table. */
export interface CsvTable {
  /** The columns, in lower case with _ between words. */
  readonly columns: readonly string[];
  readonly rows: readonly CsvRow[];
  /** What is wrong with all of it; "" when nothing is. */
  readonly problem: string;
}

interface Fields {
  readonly line: number;
  readonly fields: readonly string[];
}

const SEPARATORS = [",", ";", "\t"] as const;

/** The separator of a table: the one that the first line has most often outside quotes; a comma when it has none. */
const separatorOf = (text: string): string => {
  const counts = new Map<string, number>(SEPARATORS.map((separator) => [separator, 0]));
  let isQuoted = false;
  for (const char of text) {
    if (char === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (char === "\n" || char === "\r") break;
    const count = counts.get(char);
    if (count !== undefined) counts.set(char, count + 1);
  }
  return SEPARATORS.reduce((best, one) => (counts.get(one)! > counts.get(best)! ? one : best));
};

/** Reads the records of a table (RFC 4180, with any of the separators), without empty lines; a quote inside an unquoted field is text. */
const recordsOf = (text: string, separator: string): { readonly records: readonly Fields[]; readonly openQuoteLine: number } => {
  const records: Fields[] = [];
  let fields: string[] = [];
  let field = "";
  let line = 1;
  let begunAt = 1;
  let openQuoteLine = 0;
  const endRecord = () => {
    fields.push(field);
    if (fields.some((one) => one.trim() !== "")) records.push({ line: begunAt, fields });
    [fields, field] = [[], ""];
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]!;
    if (char === "\n") line += 1;
    if (openQuoteLine > 0) {
      if (char !== '"') field += char;
      else if (text[at + 1] === '"') field += text[(at += 1)]!;
      else openQuoteLine = 0;
    } else if (char === '"' && field.trim() === "") [field, openQuoteLine] = ["", line];
    else if (char === separator) {
      fields.push(field);
      field = "";
    } else if (char === "\n") {
      endRecord();
      begunAt = line;
    } else field += char;
  }
  endRecord();
  return { records, openQuoteLine };
};

/** A column's name as placeholders write it: `First Name` is `first_name`. */
export const columnName = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "_")
    .replaceAll(/^_|_$/g, "");

/** How many fields a record has without the empty ones at its end. */
const filledIn = (fields: readonly string[]): number => fields.findLastIndex((field) => field.trim() !== "") + 1;

/** Cuts off what spreadsheets leave at the ends of lines: columns without a name and without a value, and empty values beyond the columns. */
const cutEnds = (records: readonly Fields[]): readonly Fields[] => {
  const [heading, ...others] = records;
  if (heading === undefined) return records;
  const named = heading.fields.length;
  const columns = others.reduce((most, { fields }) => Math.max(most, Math.min(filledIn(fields), named)), filledIn(heading.fields));
  return records.map(({ line, fields }) => ({ line, fields: fields.slice(0, Math.max(columns, filledIn(fields))) }));
};

const countProblem = (found: number, columns: number): string =>
  found === columns ? "" : t("has {values}, but there are {columns}", { values: count(found, "value"), columns: count(columns, "column") });

const headingProblem = (columns: readonly string[]): string => {
  if (columns.length === 0) return t("Paste a table whose first line names its columns.");
  const unnamed = columns.indexOf("");
  if (unnamed >= 0) return t("Column {n} has no name in the first line.", { n: unnamed + 1 });
  const twice = columns.find((name, index) => columns.indexOf(name) !== index);
  return twice === undefined ? "" : t("The first line names the column {name} twice.", { name: twice });
};

/** Reads a pasted table: separators `,` `;` or tab, quotes, a first line with the columns' names; a byte order mark counts as a space. */
export const parseCsv = (pasted: string): CsvTable => {
  const text = pasted.replaceAll(/\r\n?/g, "\n");
  const { records, openQuoteLine } = recordsOf(text, separatorOf(text));
  const [heading, ...others] = cutEnds(records);
  const columns = (heading?.fields ?? []).map(columnName);
  const problem =
    openQuoteLine > 0 ? t("The quote that opens on line {line} is never closed.", { line: openQuoteLine }) : headingProblem(columns);
  const rows = others.map(({ line, fields }) => ({
    line,
    values: Object.fromEntries(columns.map((column, index) => [column, (fields[index] ?? "").trim()])),
    problem: countProblem(fields.length, columns.length),
    isShort: fields.length < columns.length,
  }));
  return { columns, rows: problem === "" ? rows : [], problem };
};
