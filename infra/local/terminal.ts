import type { GatewayRequest } from "./gateway.ts";

/** What the local system shows of its work. */
export type Shown = "readable" | "json" | "nothing";

const COLUMNS = 28;
const SKIPPED = new Set(["level", "event", "at", "stack"]);

const shown = (value: unknown): string => {
  if (typeof value !== "object" || value === null) return String(value);
  if ("message" in value) return String(value.message);
  return JSON.stringify(value);
};

/** A line of the functions' log as a person reads it; a line that is no log entry stays as it is. */
export const readableLine = (line: string): string => {
  try {
    const entry = JSON.parse(line) as Record<string, unknown>;
    const { level, event, at } = entry;
    const fields = Object.entries(entry).filter(([name, value]) => !SKIPPED.has(name) && value !== undefined && value !== "");
    const time = typeof at === "string" ? at.slice(11, 19) : "";
    const mark = level === "info" ? "" : `${String(level).toUpperCase()} `;
    return `${time}  ${`${mark}${String(event)}`.padEnd(COLUMNS)} ${fields.map(([name, value]) => `${name} ${shown(value)}`).join("  ")}`.trimEnd();
  } catch {
    return line;
  }
};

/** One line for an answered request. */
export const requestLine = ({ method, path, status, ms }: GatewayRequest, now: Date): string =>
  `${now.toISOString().slice(11, 19)}  ${`${method} ${path}`.padEnd(COLUMNS)} ${status}  ${Math.round(ms)} ms`;

/** Sends log lines and requests to standard error in the form that was asked for. */
export const terminal = (form: Shown) => {
  const put = (line: string) => process.stderr.write(`${line}\n`);
  return {
    log: (line: string): void => {
      if (form !== "nothing") put(form === "json" ? line : readableLine(line));
    },
    request: (request: GatewayRequest): void => {
      if (form === "readable") put(requestLine(request, new Date()));
    },
  };
};
