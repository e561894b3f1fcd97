import { parseArgs } from "node:util";
import { createClient, type EmailService } from "../client.ts";
import { ApiError, EmailServiceError } from "../errors.ts";
import { type Command, isWebAddress, plain, type Terminal, UsageError } from "./command.ts";
import { inbox, tail, thread } from "./read.ts";
import { listen } from "./listen.ts";
import { mcp } from "./mcp.ts";
import { send } from "./send.ts";

const commands: Readonly<Record<string, Command>> = { listen, tail, send, inbox, thread, mcp };

const SETTINGS = `The service and the key come from the environment:

  export EMAIL_SERVICE_URL=http://127.0.0.1:3000   # what npm start prints, or your stage's address
  export EMAIL_SERVICE_KEY=sk_live_…`;

const overview = (): string => {
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(8)} ${summary}`);
  return `email-service COMMAND [OPTIONS]\n\n${lines.join("\n")}\n\nemail-service COMMAND --help shows its options, with examples.
On a screen they show tables, in a pipe JSON lines. Exit codes: 0 done, 1 refused or not sent, 2 wrong usage, 3 not reached,
130 interrupted.\n\n${SETTINGS}\n`;
};

const helpOf = ({ usage, summary, help }: Command): string => `email-service ${usage}\n\n${summary}.\n\n${help}\n`;

const clientOf = ({ env }: Terminal): EmailService => {
  const { EMAIL_SERVICE_URL: baseUrl, EMAIL_SERVICE_KEY: apiKey } = env;
  if (!baseUrl || !apiKey) throw new UsageError(`EMAIL_SERVICE_URL and EMAIL_SERVICE_KEY are needed.\n${SETTINGS}`);
  if (!isWebAddress(baseUrl)) throw new UsageError("EMAIL_SERVICE_URL is no address such as https://api.example.com");
  try {
    return createClient({ baseUrl, apiKey });
  } catch (error) {
    throw new UsageError(`EMAIL_SERVICE_URL or EMAIL_SERVICE_KEY is wrong: ${(error as Error).message}`);
  }
};

const parsed = (command: Command, args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options: { ...command.options, help: { type: "boolean", short: "h" } }, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
};

const execute = async ([name = "--help", ...args]: readonly string[], terminal: Terminal): Promise<number> => {
  if (name === "--help" || name === "-h" || name === "help") return (terminal.out.write(overview()), 0);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(`There is no command ${plain(name)}: ${Object.keys(commands).join(", ")}`);
  const { values, positionals } = parsed(command, args);
  if (values["help"] === true) return (terminal.out.write(helpOf(command)), 0);
  if (positionals.length !== command.takes) throw new UsageError(`email-service ${command.usage}`);
  return command.run({ client: clientOf(terminal), terminal, values, given: positionals });
};

/** What shells give a program that Ctrl-C ends. */
const INTERRUPTED = 130;

const exitCodeOf = (error: unknown): number => {
  if (error instanceof UsageError) return 2;
  return error instanceof EmailServiceError && !(error instanceof ApiError) ? 3 : 1;
};

/** Runs a command line; returns its exit code: 0 done, 1 refused or not sent, 2 wrong usage, 3 the service could not be reached, 130 interrupted. */
export const run = async (args: readonly string[], terminal: Terminal): Promise<number> => {
  try {
    return await execute(args, terminal);
  } catch (error) {
    if (terminal.signal.aborted) return INTERRUPTED;
    terminal.err.write(`${error instanceof Error ? error.message.split("\n").map(plain).join("\n") : String(error)}\n`);
    return exitCodeOf(error);
  }
};
