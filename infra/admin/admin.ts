// `npm run admin -- COMMAND`: what operators do and the API does not.
import { parseArgs } from "node:util";
import { Refusal } from "#shared/domain/errors.ts";
import { runMain, StartFailure } from "../local/fail.ts";
import { reachSystem } from "./connect.ts";

const OPTIONS = {
  name: { type: "string" },
  password: { type: "string" },
  reference: { type: "string" },
  proxy: { type: "string" },
  label: { type: "string" },
  default: { type: "boolean" },
  purge: { type: "boolean" },
  scrypt: { type: "boolean" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  "mongodb-uri": { type: "string" },
  since: { type: "string" },
  log: { type: "string" },
  only: { type: "string" },
  apply: { type: "boolean" },
  data: { type: "string", default: ".data" },
} as const;

const read = () => {
  try {
    return parseArgs({ options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new StartFailure(error instanceof Error ? error.message : String(error));
  }
};

/** Whether a command was refused before it changed anything. */
const isRefusal = (error: unknown): boolean => error instanceof StartFailure || error instanceof Refusal;

/** Prints an error as one line, because an operator has no use for a stack trace. */
const explain = (error: unknown): never => {
  if (error instanceof StartFailure) throw error;
  if (!(error instanceof Refusal)) throw new StartFailure(error instanceof Error ? error.message : String(error));
  const details =
    typeof error.details === "string" ? error.details : error.details?.map(({ field, message }) => `${field} ${message}`).join(", ");
  throw new StartFailure(`${error.message}: ${details ?? ""}`);
};

const main = async () => {
  const { values, positionals } = read();
  const [{ commands }, { recordCommand }] = await Promise.all([import("./commands.ts"), import("./audit.ts")]);
  const name = [positionals.slice(0, 2).join(" "), positionals[0] ?? ""].find((candidate) => Object.hasOwn(commands, candidate));
  const command = name === undefined ? undefined : commands[name];
  const usage = `usage: npm run admin -- COMMAND [--data .data] [--json]\n  ${Object.values(commands)
    .map((known) => known.usage)
    .join("\n  ")}`;
  if (values.help) return console.log(usage);
  if (name === undefined || !command) throw new StartFailure(usage);
  if (name !== "secret new") await reachSystem(values.data).catch(explain);
  let userId: string | undefined;
  const concerns = (id: string) => void (userId = id);
  const record = async (outcome: "done" | "failed") => {
    if (name !== "secret new") await recordCommand(name, values, { userId, outcome });
  };
  const printed = await command
    .run({ words: positionals.slice(name.split(" ").length), options: values, concerns })
    .catch(async (error: unknown) => {
      // Where the entry cannot be written either, the command's own error says more.
      if (!isRefusal(error)) await record("failed").catch(() => undefined);
      return explain(error);
    });
  await record("done").catch((error: unknown) => console.error(`the command is done, and not in the audit log: ${String(error)}`));
  if (typeof printed === "string") console.log(printed);
  else if (values.json) console.log(JSON.stringify(printed));
  else console.table(printed);
  process.exit(0);
};

runMain(main);
