import type { ErrorBody } from "#shared/api/errors.ts";

/** A failed start, with a one-line message for the person who started it. */
export class StartFailure extends Error {
  override readonly name = "StartFailure";
}

/** Runs a command's main function. A StartFailure prints its message, any other error its stack; both exit with 1. */
export const runMain = (main: () => Promise<void>): void => {
  main().catch((error: unknown) => {
    console.error(error instanceof StartFailure ? error.message : error);
    process.exit(1);
  });
};

/** What the local system prints. */
export type Shown = "readable" | "json" | "nothing";

/** A request and its answer, as the gateway saw them. */
export interface Answered {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  readonly body: string;
}

/** The output for lines, and whether it shows colours: standard error. */
export interface Screen {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

const COLUMNS = 28;
const SKIPPED = new Set(["level", "event", "timestamp", "stack", "requestId", "awsRequestId", "outside"]);
/** The functions' log event for a request, which says less than the gateway's line. */
const REQUEST = "answered";
const REASON_MAX = 300;
/** How long equal lines are counted before their number is shown, ms. */
const FOLD_MS = 2_000;

const shown = (value: unknown): string => {
  if (typeof value !== "object" || value === null) return String(value);
  if ("message" in value) return String(value.message);
  return JSON.stringify(value);
};

const entryOf = (line: string): Record<string, unknown> | undefined => {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
};

/** A line of the functions' log in readable form; a line that is no log entry stays unchanged. */
export const readableLine = (line: string): string => {
  const entry = entryOf(line);
  if (!entry) return line;
  const { level, event, timestamp } = entry;
  const fields = Object.entries(entry).filter(([name, value]) => !SKIPPED.has(name) && value !== undefined && value !== "");
  const time = typeof timestamp === "string" ? timestamp.slice(11, 19) : "";
  const mark = level === "info" ? "" : `${String(level).toUpperCase()} `;
  return `${time}  ${`${mark}${String(event)}`.padEnd(COLUMNS)} ${fields.map(([name, value]) => `${name} ${shown(value)}`).join("  ")}`.trimEnd();
};

/** Why a request was refused, from the answer's body: the invalid fields, else the details, else the message. */
const reasonOf = (body: string): string => {
  const { details, message = "" } = (entryOf(body) ?? {}) as Partial<ErrorBody>;
  const fields = Array.isArray(details) ? details.map((one) => `${one.field}: ${one.message}`).join("; ") : details;
  const reason = fields ?? message;
  return reason.length > REASON_MAX ? `${reason.slice(0, REASON_MAX)}…` : reason;
};

/** A request as a line: time, status, method, path, and why it was refused. */
export const requestLine = ({ method, path, status, body, ms }: Answered, at = new Date()): string => {
  const request = `${at.toISOString().slice(11, 19)}  ${status} ${method} ${path}`;
  return status >= 400 ? `${request}  ${reasonOf(body)}`.trimEnd() : `${request}  ${ms} ms`;
};

const RED = "\u001B[31m";
const YELLOW = "\u001B[33m";
const PLAIN = "\u001B[39m";

/** Prints log lines and requests in the given form: equal consecutive lines once, with their number; on a terminal errors are red (no-color.org). */
export const terminal = (form: Shown, screen: Screen) => {
  const isColoured = screen.isTTY === true && !process.env["NO_COLOR"];
  let last = "";
  let more = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (more > 0) screen.write(`          and ${more} more like it\n`);
    more = 0;
  };
  const show = (text: string, key: string, colour: string) => {
    if (key === last) {
      more += 1;
      timer ??= setTimeout(flush, FOLD_MS).unref();
      return;
    }
    flush();
    last = key;
    screen.write(colour !== "" && isColoured ? `${colour}${text}${PLAIN}\n` : `${text}\n`);
  };
  return {
    /** Prints a line of the log, which is JSON. */
    line: (line: string): void => {
      if (form === "json") screen.write(`${line}\n`);
      if (form !== "readable") return;
      const { level, event } = entryOf(line) ?? {};
      if (event === REQUEST) return;
      const text = readableLine(line);
      show(text, text.slice(8), level === "error" ? RED : level === "warn" ? YELLOW : "");
    },
    answer: (answered: Answered): void => {
      if (form !== "readable") return;
      const { method, path, status, body } = answered;
      const text = requestLine(answered);
      show(text, `${status} ${method} ${path} ${status >= 400 ? body : ""}`, status >= 500 ? RED : status >= 400 ? YELLOW : "");
    },
    /** Prints what is counted so far. */
    flush,
  };
};
