// `npm start`: the whole system on loopback until SIGINT or SIGTERM.
import { parseArgs } from "node:util";
import { log, logSink } from "#shared/runtime/log.ts";
import { openDataFolder } from "./data-folder.ts";
import { runMain, StartFailure } from "./fail.ts";
import { followEvents } from "./follow-events.ts";
import { terminal } from "./terminal.ts";
import { type LocalSystem, startLocalSystem } from "./local-system.ts";

const SANDBOX_PORTS = { smtp: 3587, smtps: 3465, imaps: 3993 };
const USAGE = "usage: npm start -- [--port 3000] [--data .data] [--fresh] [--json | --quiet]";

const options = () => {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: "string", default: "3000" },
        data: { type: "string", default: ".data" },
        fresh: { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        quiet: { type: "boolean", default: false },
      },
    });
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`--port ${values.port} is not a port number`);
    return { ...values, port };
  } catch (error) {
    throw new StartFailure(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
};

const greeting = ({ url, account, sandbox, mongo }: LocalSystem): string => `
The email service runs at ${url} (documentation: ${url}/docs), MongoDB: ${mongo}.

  account   ${account.email}   password ${account.password}
  API key   ${account.api_key}

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
  const { port, data, fresh, json, quiet } = options();
  const stopped = untilSignal();
  logSink.write = terminal(json ? "json" : quiet ? "nothing" : "readable");
  const folder = await openDataFolder(data);
  try {
    const system = await startLocalSystem({ port, folder, fresh, sandboxPorts: SANDBOX_PORTS });
    console.log(json ? JSON.stringify({ url: system.url, ...system.account }) : greeting(system));
    const { connect } = await import("#shared/runtime/store.ts");
    const followed = followEvents(connect, log);
    await stopped;
    await followed.stop();
    await system.stop();
  } finally {
    folder.release();
  }
  process.exit(0);
};

runMain(main);
