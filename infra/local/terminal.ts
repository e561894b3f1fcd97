/** What the local system shows of its work. */
export type Shown = "readable" | "json" | "nothing";

const COLUMNS = 28;
const SKIPPED = new Set(["level", "event", "timestamp", "stack", "requestId", "awsRequestId", "outside"]);

const shown = (value: unknown): string => {
  if (typeof value !== "object" || value === null) return String(value);
  if ("message" in value) return String(value.message);
  return JSON.stringify(value);
};

/** A line of the functions' log as a person reads it; a line that is no log entry stays as it is. */
export const readableLine = (line: string): string => {
  try {
    const entry = JSON.parse(line) as Record<string, unknown>;
    const { level, event, timestamp } = entry;
    const fields = Object.entries(entry).filter(([name, value]) => !SKIPPED.has(name) && value !== undefined && value !== "");
    const time = typeof timestamp === "string" ? timestamp.slice(11, 19) : "";
    const mark = level === "info" ? "" : `${String(level).toUpperCase()} `;
    return `${time}  ${`${mark}${String(event)}`.padEnd(COLUMNS)} ${fields.map(([name, value]) => `${name} ${shown(value)}`).join("  ")}`.trimEnd();
  } catch {
    return line;
  }
};

/** Where log lines go, in the form that was asked for: standard error. */
export const terminal =
  (form: Shown) =>
  (line: string): void => {
    if (form !== "nothing") process.stderr.write(`${form === "json" ? line : readableLine(line)}\n`);
  };
