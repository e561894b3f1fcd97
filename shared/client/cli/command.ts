import type { ParseArgsConfig } from "node:util";
import type { EmailService } from "../client.ts";
import type { Terminal } from "./terminal.ts";

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
