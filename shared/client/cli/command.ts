import type { ParseArgsConfig } from "node:util";
import type { EmailService } from "../client.ts";

/** The input and output of a command: the process, or a test. */
export interface Terminal {
  readonly out: { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number };
  readonly err: { write(text: string): unknown };
  readonly input: AsyncIterable<Uint8Array>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborts the command: Ctrl-C, or SIGTERM. */
  readonly signal: AbortSignal;
}

/** A column of a table: its title, and the text of a cell. */
export type Column<Row> = readonly [title: string, cell: (row: Row) => string | undefined];

/** Control characters and characters that change the direction of text: foreign subjects must not control a terminal. */
const STEERING = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;

/**
 * A terminal's escape sequences (ECMA-48, 5.4 and 8.3.89): OSC to its end, CSI, two-character ones. A start without an end is looked for up to the
 * next start alone, so that any text takes linear time.
 */
const SEQUENCES = (() => {
  const [bell, escape, csi, st, osc] = ["\u0007", "\u001b", "\u009b", "\u009c", "\u009d"];
  const command = `(?:${escape}\\]|${osc})[^${bell}${escape}${st}${osc}]*(?:${bell}|${escape}\\\\|${st})`;
  return new RegExp(`${command}|(?:${escape}\\[|${csi})[0-?]*[ -/]*[@-~]|${escape}[ -/]*[0-~]`, "gu");
})();
/** What is shown of a line at most, characters. */
const LINE_MAX = 2_000;

/** Foreign text on one line without such characters, cut. */
export const plain = (text: string): string => {
  const line = text
    .slice(0, 2 * LINE_MAX)
    .replaceAll(SEQUENCES, "")
    .replaceAll(STEERING, " ")
    .replaceAll(/\s+/gu, " ")
    .trim();
  return text.length > 2 * LINE_MAX || line.length > LINE_MAX ? `${line.slice(0, LINE_MAX)}…` : line;
};

/** A row as JSON on one line: those characters are escaped in it, for a pipe may end on a screen. */
export const jsonLine = (row: unknown): string =>
  JSON.stringify(row).replaceAll(STEERING, (found) =>
    Array.from(found, (one) => `\\u${one.codePointAt(0)!.toString(16).padStart(4, "0")}`).join(""),
  );

/** A time of the service without its T and zone: to the second, or to the minute. */
export const shortTime = (at: string, to: "second" | "minute"): string => at.slice(0, to === "second" ? 19 : 16).replace("T", " ");

const COLUMNS = 120;
const GAP = "  ";
const cut = (text: string, width: number): string => (text.length > width ? `${text.slice(0, Math.max(0, width - 1))}…` : text);

/** Formats rows as lines of a table; the last column gets the rest of the width. */
const tableLines = <Row>(columns: readonly Column<Row>[], rows: readonly Row[], screen = COLUMNS): readonly string[] => {
  const cells = [columns.map(([title]) => title), ...rows.map((row) => columns.map(([, cell]) => plain(cell(row) ?? "")))];
  const widths = columns.map((_, at) => Math.min(40, Math.max(...cells.map((line) => line[at]!.length))));
  return cells.map((line) => {
    const padded = line.slice(0, -1).map((cell, at) => cut(cell, widths[at]!).padEnd(widths[at]!));
    return cut([...padded, line.at(-1)!].join(GAP), screen).trimEnd();
  });
};

/** Prints rows: as a table on a terminal, as JSON lines in a pipe. */
export const show = <Row>({ out }: Terminal, columns: readonly Column<Row>[], rows: readonly Row[], titles = true): void => {
  const lines = out.isTTY ? tableLines(columns, rows, out.columns).slice(titles ? 0 : 1) : rows.map(jsonLine);
  for (const line of lines) out.write(`${line}\n`);
};

/** The parsed input of a command. */
export interface Asked {
  readonly client: EmailService;
  readonly terminal: Terminal;
  /** The values of its options, by name. */
  readonly values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
  /** Its arguments without options. */
  readonly given: readonly string[];
}

/** One command of the command line. */
export interface Command {
  /** Its arguments, for `--help`. */
  readonly usage: string;
  readonly summary: string;
  /** The text of `--help` about its options, and examples. */
  readonly help: string;
  readonly options: NonNullable<ParseArgsConfig["options"]>;
  /** The number of its arguments without options. */
  readonly takes: number;
  /** Runs it; returns the exit code: 0, or 1 when the request was not fulfilled. Throws when `terminal.signal` aborts it. */
  readonly run: (asked: Asked) => Promise<number>;
}

/** An invalid command line; the message says what to write instead. */
export class UsageError extends Error {}

/** The values of an option that may be repeated. */
export const listed = (value: Asked["values"][string]): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string");

/** The value of an option; undefined when absent. */
export const text = (value: Asked["values"][string]): string | undefined => (typeof value === "string" ? value : undefined);

/** Whether a text is an http or https URL without user and password, which `fetch` refuses. */
export const isWebAddress = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return /^https?:$/.test(protocol) && username === "" && password === "";
};

/** Runs work that has no end; returns 0 when it is stopped by the signal. */
export const untilStopped = async ({ signal }: Terminal, work: () => Promise<void>): Promise<number> => {
  await work().catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  return 0;
};
