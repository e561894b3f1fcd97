// `npm start`: the whole system on loopback until SIGINT or SIGTERM.
import { isIP } from "node:net";
import { parseArgs } from "node:util";
import { log, logSink } from "#shared/platform/log.ts";
import { openDataFolder } from "./data-folder.ts";
import { runMain, StartFailure, terminal } from "./terminal.ts";
import { followEvents } from "./follow-events.ts";
import { type LocalSystem, startLocalSystem } from "./local-system.ts";

const SANDBOX_PORTS = { smtp: 3587, smtps: 3465, imaps: 3993, graph: 3443 };
const DEFAULT_PORT = 3000;
const USAGE = "usage: npm start -- [--port 3000] [--listen IP | --listen-api IP] [--data .data] [--fresh] [--json | --quiet]";
const HELP = `${USAGE}

  --port N      where the API listens; without it 3000, or a free port when that is taken
  --listen IP   for functions in containers (npm run sam): opens the API, SQS, Scheduler, Secrets Manager, S3, the database and the
                sandbox's mail servers on this address too. Whoever reaches it reads and changes everything, without a password
  --listen-api IP   the API alone; whoever reaches it may try keys, without TLS
  --data DIR    where the state is kept (.data)
  --fresh       begins anew: what is in the folder is deleted once the new system runs
  --json        prints one line of JSON when ready, and the log as JSON
  --quiet       prints no log
  --help        prints this

The "--" belongs to it: npm keeps options before it for itself. Settings from the environment: infra/local/README.md.`;

/** Options that npm takes for its own when the "--" is missing. */
const TAKEN_BY_NPM = ["fresh", "port", "data", "listen", "listen-api"];

const options = () => {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: "string" },
        listen: { type: "string" },
        "listen-api": { type: "string" },
        help: { type: "boolean", short: "h", default: false },
        data: { type: "string", default: ".data" },
        fresh: { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        quiet: { type: "boolean", default: false },
      },
    });
    const port = Number(values.port ?? DEFAULT_PORT);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`--port ${values.port} is not a port number`);
    for (const name of ["listen", "listen-api"] as const)
      if (values[name] !== undefined && isIP(values[name]) === 0) throw new Error(`--${name} ${values[name]} is not an IP address`);
    if (values.listen !== undefined && values["listen-api"] !== undefined)
      throw new Error("--listen opens the API too: give one of the two");
    return { ...values, port, orAnyPort: values.port === undefined };
  } catch (error) {
    throw new StartFailure(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
};

const warnOfTakenOptions = (): void => {
  if (process.env["npm_lifecycle_event"] !== "start") return;
  const [name] = TAKEN_BY_NPM.filter((option) => process.env[`npm_config_${option}`] !== undefined);
  if (name) console.error(`npm used --${name} as its own option, so it has no effect: write npm start -- --${name}`);
};

const warnOfStrangers = ({ listen, "listen-api": api }: ReturnType<typeof options>): void => {
  const at = listen ?? api;
  if (at === undefined || at === "::1" || at.startsWith("127.")) return;
  console.error(
    listen === undefined
      ? `The API listens on ${at}, without TLS: put a proxy with TLS before it, and let nobody else reach its port.`
      : `WARNING: the API, SQS, Scheduler, Secrets Manager, S3, the database and the sandbox's mail servers are open on ${listen}, without TLS and without a password: ` +
          "whoever reaches that address reads every mail and the keys of stored passwords. It is for containers on this machine alone.",
  );
};

const greeting = ({ url, signIn, account, sandbox, mongo, notes }: LocalSystem): string => `
The email service runs at ${url}; MongoDB: ${mongo}.
${notes.map((note) => `  note: ${note}\n`).join("")}
  documentation  ${url}/docs
  console        ${signIn}   (signs in once, within 10 minutes; then ${url}/console)
  sandbox mail   ${url}/sandbox
  account        ${account.email}   password ${account.password}
  API key        ${account.api_key}

The sandbox mail provider: SMTP ${sandbox.host}:${sandbox.ports.smtps} (TLS), IMAP ${sandbox.host}:${sandbox.ports.imaps} (TLS),
any address @sandbox.test with the password "${sandbox.password}"; mail to reply.*, bounce.*, away.* is answered.

Try:
  curl -s ${url}/v1/credits -H 'X-API-Key: ${account.api_key}'
  curl -s ${url}/v1/mailboxes -H 'X-API-Key: ${account.api_key}' -H 'Content-Type: application/json' -d '{"type":"smtp","email":"sales@sandbox.test","smtp_host":"127.0.0.1","smtp_port":${sandbox.ports.smtps},"smtp_password":"${sandbox.password}","smtp_secure":"tls","imap_host":"127.0.0.1","imap_port":${sandbox.ports.imaps},"imap_password":"${sandbox.password}"}'
  curl -s '${url}/v1/inbox/messages?fresh=true' -H 'X-API-Key: ${account.api_key}'

Ctrl-C stops it; its state stays.
`;

const untilSignal = () =>
  new Promise<void>((done) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => done());
  });

const main = async () => {
  const given = options();
  const { port, listen, orAnyPort, data, fresh, json, quiet, help } = given;
  if (help) return console.log(HELP);
  warnOfTakenOptions();
  warnOfStrangers(given);
  const stopped = untilSignal();
  const shown = terminal(json ? "json" : quiet ? "nothing" : "readable", process.stderr);
  logSink.write = shown.line;
  const folder = await openDataFolder(data);
  let lost: Error | undefined;
  try {
    const system = await startLocalSystem({
      port,
      ...(given["listen-api"] && { listenAt: given["listen-api"] }),
      ...(listen && { servicesAt: listen }),
      orAnyPort,
      folder,
      fresh,
      sandboxPorts: SANDBOX_PORTS,
      onAnswer: shown.answer,
    });
    const { connect } = await import("#shared/platform/wiring/database.ts");
    const followed = followEvents(connect, log);
    shown.flush();
    console.log(json ? JSON.stringify({ url: system.url, console: system.signIn, ...system.account }) : greeting(system));
    lost = (await Promise.race([stopped, system.lost])) ?? undefined;
    if (lost) console.error(`the system stops because it has no database: ${lost.message}`);
    await followed.stop();
    await system.stop();
  } finally {
    folder.release();
  }
  process.exit(lost ? 1 : 0);
};

runMain(main);
