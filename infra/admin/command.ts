import { userInfo } from "node:os";
import { auditLog } from "#shared/accounts/wiring/stores.ts";
import { StartFailure } from "../local/terminal.ts";

/** The words after the command, and its options. */
export interface Arguments {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  /** Tells the audit log which account the command concerns. */
  readonly concerns: (userId: string) => void;
}

/** What a command prints: rows as a table, or text as it is. */
export type Printed = string | readonly object[];

/** An operator's command. */
export interface Command {
  readonly usage: string;
  readonly run: (given: Arguments) => Promise<Printed>;
}

/** The text of an option; undefined when it was not given. */
export const option = ({ options }: Arguments, name: string): string | undefined => {
  const found = options[name];
  return typeof found === "string" ? found : undefined;
};

const MOST = 200;
/** Options that say where a command looks and how it prints. */
const OF_THE_TOOL: ReadonlySet<string> = new Set(["data", "json"]);

const operatorName = (): string => process.env["OPERATOR"] ?? userInfo().username;

/** The account that a command concerned, and how it ended. */
interface Ended {
  readonly userId: string | undefined;
  /** `failed`: the command threw an error; part of it may have taken effect. */
  readonly outcome: "done" | "failed";
}

/** Records an operator's command in the audit log, with the names of its options; throws when the database cannot store it. */
export const recordCommand = async (name: string, options: Arguments["options"], { userId, outcome }: Ended): Promise<void> => {
  const fields = Object.keys(options).filter((option) => !OF_THE_TOOL.has(option));
  const entry = { action: "operator.command", outcome, operation: name, operator: operatorName(), fields } as const;
  await auditLog.record({ ...entry, userId, resourceId: userId });
};

/** The newest audit entries of the account that the command names: by email, or by id once the account is deleted. */
export const listAudit = async ({ words: [named], options }: Arguments, idOf: () => Promise<string>): Promise<Printed> => {
  const since = typeof options["since"] === "string" ? new Date(options["since"]) : undefined;
  if (since && Number.isNaN(since.getTime())) throw new StartFailure("--since must be a time such as 2026-11-21T09:00:00Z");
  const userId = named === undefined || /^[0-9a-f]{24}$/.test(named) ? named : await idOf();
  const entries = await auditLog.list(userId, { since }, { limit: MOST, offset: 0 });
  return entries.map(({ createdAt, action, outcome, operation, operator, keyId, resourceId, fields, sourceIp, userAgent }) => ({
    at: createdAt.toISOString(),
    action,
    outcome,
    operation,
    by: operator ?? keyId ?? "",
    resource: resourceId ?? "",
    fields: fields.join(" "),
    from: sourceIp ?? "",
    agent: userAgent ?? "",
  }));
};
