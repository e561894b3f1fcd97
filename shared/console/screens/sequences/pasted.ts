import { parseCsv } from "../compose/csv.ts";

/** A person to add. */
interface NewPerson {
  readonly to: string | { readonly name: string; readonly email: string };
  readonly variables: Readonly<Record<string, string>>;
}

/** A person of a paste, and the line where it stands. */
export interface Pasted {
  readonly line: number;
  readonly person: NewPerson;
}

/** The columns that may hold the address, the best first. */
const ADDRESS = ["email", "e_mail", "email_address", "address", "to"];

const personOf = (to: string, all: Readonly<Record<string, string>>, used: ReadonlySet<string>): NewPerson => {
  const { name = "" } = all;
  const values = Object.entries(all).filter(([key, value]) => value !== "" && (key !== "name" || used.has(key)));
  return { to: name === "" ? to : { name, email: to }, variables: Object.fromEntries(values) };
};

/** The placeholders that the texts have. */
export const usedIn = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => [...text.matchAll(/\{\{\s{0,9}(\w{1,40})/g)].map(([, name = ""]) => name)));

/**
 * Reads pasted people: a table whose first line names its columns, or lines such as `ann@example.com, name=Ann`. `used` are the placeholders; a `name` that
 * none uses is the address's name alone. What is wrong with a person the API says, what is wrong with a table `problem`.
 */
export const readPeople = (text: string, used: ReadonlySet<string>): { readonly people: readonly Pasted[]; readonly problem: string } => {
  const [first = ""] = text.trim().split("\n", 1);
  if (!first.includes("@")) {
    const { columns, rows, problem } = parseCsv(text.trim());
    const column = ADDRESS.find((name) => columns.includes(name)) ?? columns[0] ?? "";
    const people = rows.map(({ line, values: { [column]: to = "", ...values } }) => ({ line, person: personOf(to, values, used) }));
    return { people, problem: rows.find((one) => one.problem !== "")?.problem ?? problem };
  }
  const people = text.split("\n").flatMap((one, index) => {
    const [to = "", ...parts] = one.split(/[,;\t](?=\s{0,9}\w{1,40}\s{0,9}=)/).map((part) => part.trim());
    if (to === "") return [];
    const values = parts.map((part) => [part.slice(0, part.indexOf("=")).trim(), part.slice(part.indexOf("=") + 1).trim()]);
    return [{ line: index + 1, person: personOf(to, Object.fromEntries(values) as Record<string, string>, used) }];
  });
  return { people, problem: "" };
};
