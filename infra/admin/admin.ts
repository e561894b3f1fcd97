import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { StartFailure, runMain } from "../local/terminal.ts";
import { holderOf } from "../local/data-folder.ts";
import { localAws } from "../local/aws-endpoint.ts";
import { keyringName, startSecrets } from "../local/secrets/start-secrets.ts";
import { parseArgs } from "node:util";
import { Refusal } from "#shared/platform/errors.ts";

/** Points this process at a Secrets Manager emulator, like the local system's functions. */
const useLocal = (endpoint: string, secretId: string): void => {
  Object.assign(process.env, {
    AWS_REGION: localAws.region,
    AWS_ACCESS_KEY_ID: localAws.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localAws.credentials.secretAccessKey,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoint,
    SECRET_ID: secretId,
    KEYRING_SECRET_ID: keyringName(secretId),
  });
};

/** The SDK's own sentence would be "Region is missing", although the secret's ARN names it. Throws where nothing does. */
const useRegionOf = (secretId: string): void => {
  // One that is set to nothing is none.
  const region = process.env["AWS_REGION"] || process.env["AWS_DEFAULT_REGION"] || /^arn:[^:]*:secretsmanager:([^:]+):/.exec(secretId)?.[1];
  if (region === undefined) throw new StartFailure("no region: set AWS_REGION, or give SECRET_ID the secret's whole ARN");
  process.env["AWS_REGION"] = region;
};

/**
 * Connects the operator's commands to the database as the functions are, through the secrets: those in SECRET_ID and KEYRING_SECRET_ID on AWS; else
 * two made from MONGODB_URI and the data folder's keyring; else those of the local system that runs in the data folder.
 */
const reachSystem = async (dataFolder: string): Promise<void> => {
  const secretId = process.env["SECRET_ID"] ?? "";
  if (secretId !== "") return useRegionOf(secretId);
  const dir = resolve(dataFolder);
  const mongodbUri = process.env["MONGODB_URI"];
  if (mongodbUri) {
    const secrets = await startSecrets({ name: "admin", mongodbUri, oauth: {}, dir });
    return useLocal(secrets.endpoint, "admin");
  }
  const file = join(dir, "system.json");
  if ((await holderOf(dir)) === undefined || !existsSync(file)) {
    throw new StartFailure(
      `no system runs in ${dir}: start it with npm start, or set SECRET_ID and KEYRING_SECRET_ID (AWS) or MONGODB_URI`,
    );
  }
  const running = JSON.parse(readFileSync(file, "utf8")) as { endpoint: string; secretId: string };
  useLocal(running.endpoint, running.secretId);
};

// `npm run admin -- COMMAND`: what operators do and the API does not.

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
  wait: { type: "string" },
  only: { type: "string" },
  apply: { type: "boolean" },
  again: { type: "boolean" },
  data: { type: "string", default: ".data" },
} as const;

/** Commands that make secrets for a system which is not there yet. */
const WITHOUT_SYSTEM: ReadonlySet<string> = new Set(["secret new", "secret rebuild"]);

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
  const [{ commands }, { recordCommand }] = await Promise.all([import("./commands.ts"), import("./command.ts")]);
  const name = [positionals.slice(0, 2).join(" "), positionals[0] ?? ""].find((candidate) => Object.hasOwn(commands, candidate));
  const command = name === undefined ? undefined : commands[name];
  const usage = `usage: npm run admin -- COMMAND [--data .data] [--json]\n  ${Object.values(commands)
    .map((known) => known.usage)
    .join("\n  ")}`;
  if (values.help) return console.log(usage);
  if (name === undefined || !command) throw new StartFailure(usage);
  const isOfSystem = !WITHOUT_SYSTEM.has(name);
  if (isOfSystem) await reachSystem(values.data).catch(explain);
  let userId: string | undefined;
  const concerns = (id: string) => void (userId = id);
  const record = async (outcome: "done" | "failed") => {
    if (isOfSystem) await recordCommand(name, values, { userId, outcome });
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
