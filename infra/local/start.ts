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
const USAGE = "usage: npm start -- [--port 3000] [--listen 127.0.0.1] [--data .data] [--fresh] [--json | --quiet]";
const HELP = `${USAGE}

  --port N      where the API listens; without it 3000, or a free port when that is taken
  --listen IP   the address on which the API listens (127.0.0.1); beyond loopback whoever reaches it may try keys, without TLS
  --data DIR    where the state is kept (.data)
  --fresh       begins anew: what is in the folder is deleted once the new system runs
  --json        prints one line of JSON when ready, and the log as JSON
  --quiet       prints no log
  --help        prints this

The "--" belongs to it: npm keeps options before it for itself. Settings from the environment: infra/local/README.md.`;

/** Options that npm takes for its own when the "--" is missing. */
const TAKEN_BY_NPM = ["fresh", "port", "data", "listen"];

const options = () => {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: "string" },
        listen: { type: "string" },
        help: { type: "boolean", short: "h", default: false },
        data: { type: "string", default: ".data" },
        fresh: { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        quiet: { type: "boolean", default: false },
      },
    });
    const port = Number(values.port ?? DEFAULT_PORT);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`--port ${values.port} is not a port number`);
    if (values.listen !== undefined && isIP(values.listen) === 0) throw new Error(`--listen ${values.listen} is not an IP address`);
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

const warnOfStrangers = (listen: string | undefined): void => {
  if (listen === undefined || listen === "::1" || listen.startsWith("127.")) return;
  console.error(`The API listens on ${listen}, without TLS: put a proxy with TLS before it, and let nobody else reach its port.`);
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
  const { port, listen, orAnyPort, data, fresh, json, quiet, help } = options();
  if (help) return console.log(HELP);
  warnOfTakenOptions();
  warnOfStrangers(listen);
  const stopped = untilSignal();
  const shown = terminal(json ? "json" : quiet ? "nothing" : "readable", process.stderr);
  logSink.write = shown.line;
  const folder = await openDataFolder(data);
  let lost: Error | undefined;
  try {
    const system = await startLocalSystem({
      port,
      ...(listen && { listenAt: listen }),
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
