import { t } from "../../data/language.ts";
import { type CsvRow, type CsvTable, parseCsv } from "../compose/csv.ts";
import { type Values, variableName } from "./plan.ts";

/** A person to add. */
export interface NewPerson {
  readonly to: string | { readonly name: string; readonly email: string };
  readonly variables: Values;
}

/** A person of a paste, and the line where it stands. */
export interface Pasted {
  readonly line: number;
  readonly person: NewPerson;
  /** What is wrong with the line itself; "" when nothing is. */
  readonly problem: string;
}

/** What a paste has. */
export interface Paste {
  readonly people: readonly Pasted[];
  /** What is wrong with all of it; "" when nothing is. */
  readonly problem: string;
  /** The names that its columns have as placeholders, without the address. */
  readonly columns: readonly string[];
  /** The columns that no step uses. */
  readonly unused: readonly string[];
}

/** The columns that may hold the address, the best first. */
const ADDRESS = ["email", "e_mail", "email_address", "mail", "address", "to"];
const FIRST_NAME = ["first_name", "firstname", "given_name", "vorname", "prenom", "nombre"];
const LAST_NAME = ["last_name", "lastname", "surname", "family_name", "nachname", "nom", "apellido", "apellidos"];

/** The address of a person's email, in lower case. */
export const emailOf = ({ to }: NewPerson): string => (typeof to === "string" ? to : to.email).toLowerCase();

/** An address as people paste it: with a name, `mailto:`, quotes, or invisible signs. */
const addressIn = (pasted: string, name: string): NewPerson["to"] => {
  const text = pasted.replaceAll(/[\u00AD\u200B-\u200D\u2060\uFEFF]/g, "").trim();
  const [, before = "", inside] = /^([^<>]*)<([^<>]*)>[;,.]?$/.exec(text) ?? [];
  const email = (inside ?? text.replace(/[;,]{1,9}$/, "")).replace(/^mailto:/i, "").trim();
  const called = name || before.trim().replaceAll(/^["']|["']$/g, "");
  return called === "" ? email : { name: called, email };
};

const firstOf = (values: Values, names: readonly string[]): string =>
  names.map((name) => values[name] ?? "").find((value) => value !== "") ?? "";

/** The name of a person: what the column says, or first and last name. */
const nameIn = (values: Values): string => values["name"] || [firstOf(values, FIRST_NAME), firstOf(values, LAST_NAME)].join(" ").trim();

const personOf = (to: string, all: Values, used: ReadonlySet<string>, keepsAll: boolean): NewPerson => {
  const name = nameIn(all);
  const values = Object.entries({ ...all, ...(name !== "" && { name }) }).filter(
    ([key, value]) => value !== "" && (used.has(key) || (keepsAll && key !== "name")),
  );
  return { to: addressIn(to, name), variables: Object.fromEntries(values) };
};

/** The column with the addresses: by its name, else the one where most of them stand. */
const addressColumn = ({ columns, rows }: CsvTable): string => {
  const named = ADDRESS.find((name) => columns.includes(name));
  if (named !== undefined) return named;
  const addresses = (column: string): number => rows.filter(({ values }) => values[column]?.includes("@")).length;
  return columns.reduce((best, one) => (addresses(one) > addresses(best) ? one : best), columns[0] ?? "");
};

const fromTable = (table: CsvTable, nameFor: (heading: string) => string, used: ReadonlySet<string>): Paste => {
  const address = addressColumn(table);
  const others = table.columns.filter((column) => column !== address);
  const personIn = ({ line, values, problem, isShort }: CsvRow): Pasted => {
    const own = Object.fromEntries(others.map((column) => [nameFor(column), values[column] ?? ""]));
    return { line, person: personOf(values[address] ?? "", own, used, false), problem: isShort ? "" : problem };
  };
  const own = others.map(nameFor);
  const hasParts = own.some((column) => [...FIRST_NAME, ...LAST_NAME].includes(column));
  const columns = hasParts && !own.includes("name") ? ["name", ...own] : own;
  const isName = (column: string): boolean => ["name", ...FIRST_NAME, ...LAST_NAME].includes(column);
  return {
    people: table.rows.map(personIn),
    problem: table.problem || (table.rows.length === 0 ? t("The table has no rows below its first line.") : ""),
    columns,
    unused: columns.filter((column) => !used.has(column) && !isName(column)),
  };
};

/** The addresses of a line such as `Ann <ann@example.com>; ben@example.com`; a comma within a name divides nothing. */
const addressesIn = (line: string): readonly string[] => {
  const parts: string[] = [];
  let open = "";
  for (const part of line.split(/([,;])/)) {
    if (/^[,;]$/.test(part) && open.includes("@")) {
      parts.push(open.trim());
      open = "";
    } else open += part;
  }
  return [...parts, open.trim()].filter((part) => part !== "");
};

const valuesIn = (parts: readonly string[], nameFor: (name: string) => string): Values =>
  Object.fromEntries(
    parts.map((part) => [nameFor(part.slice(0, part.indexOf("=")).trim()), part.slice(part.indexOf("=") + 1).trim()] as const),
  );

const fromLine = (text: string, line: number, nameFor: (name: string) => string, used: ReadonlySet<string>): readonly Pasted[] => {
  const [to = "", ...parts] = text.split(/[,;\t](?=\s{0,9}\w{1,40}\s{0,9}=)/).map((part) => part.trim());
  if (to === "") return [];
  const values = valuesIn(parts, nameFor);
  const addresses = to.includes("<") || parts.length === 0 ? addressesIn(to) : [to];
  const areAddresses = addresses.every((one) => one.includes("@")) || addresses.length === 1;
  if (areAddresses) return addresses.map((one) => ({ line, person: personOf(one, values, used, true), problem: "" }));
  const problem = t("has values without names: name the columns in a first line, or write name=value");
  return [{ line, person: personOf(addresses[0]!, values, used, true), problem }];
};

/**
 * Reads pasted people: a table whose first line names its columns, or lines such as `ann@example.com, name=Ann`. `used` are the placeholders: what a
 * table has besides is left out. Whether an address is one the API says.
 */
export const readPeople = (pasted: string, used: ReadonlySet<string>): Paste => {
  const text = pasted.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
  const lines = text.split("\n");
  // A spreadsheet's own first line names its separator.
  const first = lines.findIndex((line) => line.trim() !== "" && !/^sep=.$/i.test(line.trim()));
  if (first === -1) return { people: [], problem: "", columns: [], unused: [] };
  const known = new Map([...used].map((name) => [variableName(name), name]));
  const nameFor = (heading: string): string => known.get(variableName(heading)) ?? variableName(heading);
  if (!lines[first]!.includes("@")) {
    const table = parseCsv(lines.slice(first).join("\n"));
    const rows = table.rows.map((row) => ({ ...row, line: row.line + first }));
    return fromTable({ ...table, rows }, nameFor, used);
  }
  const asWritten = (name: string): string => known.get(variableName(name)) ?? name;
  const people = lines.flatMap((line, index) => fromLine(line, index + 1, asWritten, used));
  return { people, problem: "", columns: [], unused: [] };
};

/** The text of a file, whichever spreadsheet has written it: UTF-8, UTF-16, or the Windows code page of western Europe. */
export const textOf = (bytes: Uint8Array): string => {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    throw new Error(t("This is a workbook: save it as CSV in the spreadsheet, and take that file."));
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
};
