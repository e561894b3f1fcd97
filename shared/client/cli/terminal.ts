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
 * A terminal's escape sequences (ECMA-48, 5.4 and 8.3.89): OSC to its end, CSI, two-character ones. A start without an end is looked for up to the next
 * start alone, so that any text takes linear time.
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
