import tls from "node:tls";
import { setTimeout as sleep } from "node:timers/promises";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { SQSClient } from "@aws-sdk/client-sqs";
import { rateOf, visibilitySeconds } from "#shared/service/job.ts";
import { type QueueName, queueNames } from "#shared/service/queue-messages.ts";
import { jobs, queueJobs, workersOf } from "#shared/service/jobs.ts";
import { queueUrlName, setting } from "#shared/platform/env.ts";
import { checkSettings, loopbackPort, openBeyondLoopback, refuseIncomplete } from "./check-settings.ts";
import { startBodies } from "./bodies.ts";
import type { DataFolder } from "./data-folder.ts";
import type { DemoAccount } from "./demo-account.ts";
import { StartFailure, type Answered } from "./terminal.ts";
import { handlerOf, queueHandler, runScheduled } from "./functions.ts";
import { startGateway } from "./gateway.ts";
import { LOCAL_ACCOUNT, localAws } from "./aws-endpoint.ts";
import { createSignInLink, localPages, type SignInLink } from "./local-pages.ts";
import { isTaken } from "./socket-input.ts";
import { mongoKind, type MongoKind, type MongoSettings, startMongo } from "./mongo/start-mongo.ts";
import { pollQueue, startQueues } from "./queues/start-queues.ts";
import { pushNewMail, wakeWhatWaits } from "./follow-events.ts";
import {
  followSandbox,
  oauthClientsOf,
  type OpenedSandbox,
  openSandbox,
  type Sandbox,
  type SandboxPorts,
} from "./sandbox/start-sandbox.ts";
import { startScheduler } from "./schedules/start-scheduler.ts";
import { keyringName, startSecrets } from "./secrets/start-secrets.ts";

/** A running part of the local system. */
export interface Part {
  stop(): Promise<unknown> | void;
}

/** How long a stop waits for work in progress, ms. Work that is cut off continues at the next start, as after a crash. */
const GRACE_MS = 10_000;

/** The started parts, stopped in reverse order. One that fails to stop, or takes longer than the limit, does not keep the others running. */
export const createParts = (graceMs = GRACE_MS) => {
  const parts: Part[] = [];
  return {
    add: <T extends Part>(part: T): T => {
      parts.push(part);
      return part;
    },
    stop: async (): Promise<void> => {
      const late = sleep(graceMs, undefined, { ref: false });
      for (const part of parts.splice(0).toReversed()) {
        const stopped = Promise.resolve(part.stop()).catch((error: unknown) => console.error(error));
        await Promise.race([stopped, late]);
      }
    },
  };
};

// The whole system on a laptop: the functions' handlers behind a gateway, with queues, schedules, secrets, MongoDB and a mail provider on loopback.

/** Options for starting the local system. */
export interface LocalOptions {
  /** The gateway's port; 0 for any free one. */
  readonly port: number;
  /** The address on which the API listens; loopback when absent. */
  readonly listenAt?: string;
  /** The address on which containers find the API, the emulators, the database and the mail provider; absent: they are on loopback alone. */
  readonly servicesAt?: string;
  /** Uses any free port when `port` is taken, instead of failing. */
  readonly orAnyPort?: boolean;
  readonly folder: DataFolder;
  /** Starts with an empty folder; its old content is deleted once everything runs, and restored when something does not start. */
  readonly fresh?: boolean;
  /** The ports of the sandbox mail provider at the folder's first start, if they are free. */
  readonly sandboxPorts?: SandboxPorts;
  /** Called with each answer of the API. */
  readonly onAnswer?: (answered: Answered) => void;
}

/** The running system. */
export interface LocalSystem {
  readonly url: string;
  /** A link that signs its reader in to the console, once and within ten minutes. */
  readonly signIn: string;
  readonly account: DemoAccount;
  readonly sandbox: Sandbox;
  readonly mongo: MongoKind;
  /** Deviations from the requested options, for the person who started it. */
  readonly notes: readonly string[];
  /** Resolves when the system cannot go on, because its database died and cannot be restarted. */
  readonly lost: Promise<Error>;
  stop(): Promise<void>;
}

const SECRET_ID = "email-service";

/** The sandbox as a provider of its domain, so that discovery finds it. */
const providersOf = ({ host, ports }: Sandbox) => `sandbox.test=smtps://${host}:${ports.smtps},imaps://${host}:${ports.imaps}`;

const trust = (authority: string): void => tls.setDefaultCACertificates([...tls.getCACertificates("default"), authority]);

const consoleDirIn = ({ path }: DataFolder): string => join(path, "console");

/** Handlers read their settings when they are loaded, so requests that come before the settings are complete wait for them. */
const listen = async (
  { port, listenAt, orAnyPort = false, folder, onAnswer }: LocalOptions,
  isReady: Promise<Sandbox>,
  link: SignInLink,
) => {
  const pages = localPages(isReady, consoleDirIn(folder), link);
  const start = (at: number) =>
    startGateway(at, (id) => isReady.then(() => handlerOf(id)), {
      pages,
      ...(listenAt && { address: listenAt }),
      ...(onAnswer && { onAnswer }),
    });
  try {
    return await start(port);
  } catch (error) {
    if (!isTaken(error)) throw error;
    if (orAnyPort) return start(0);
    throw new StartFailure(`port ${port} is taken: choose another with --port`);
  }
};

const openMongo = (settings: MongoSettings) =>
  startMongo(settings).catch((error: unknown) => {
    throw new StartFailure(error instanceof Error ? error.message : String(error));
  });

/** What differs from the options, or from the folder's earlier state. */
const notesOf = ({ port }: LocalOptions, url: string, { sandbox, movedFrom }: OpenedSandbox): readonly string[] => [
  ...(port === 0 || url.endsWith(`:${port}`) ? [] : [`port ${port} is taken, so it listens at ${url}`]),
  ...(movedFrom
    ? [
        `the sandbox's ports ${Object.values(movedFrom).join(", ")} are taken, so it listens at ${Object.values(sandbox.ports).join(", ")}; ` +
          "connected mailboxes follow",
      ]
    : []),
];

/** Starts everything; throws StartFailure with a one-line message when a port, the folder or MongoDB is not available. */
export const startLocalSystem = async (options: LocalOptions): Promise<LocalSystem> => {
  const { folder, fresh = false, sandboxPorts } = options;
  const parts = createParts();
  const ready = Promise.withResolvers<Sandbox>();
  const link = createSignInLink();
  try {
    const { egressAllow, webAllow, oauth } = checkSettings();
    const gateway = parts.add(await listen(options, ready.promise, link));
    if (fresh) folder.putAside();
    const mongoSettings = { uri: process.env["MONGODB_URI"], mongodBinary: process.env["MONGOD_BINARY"] };
    refuseIncomplete(folder, mongoKind(mongoSettings));
    // The database reads its files while the sandbox reads its own.
    const openingMongo = openMongo({ ...mongoSettings, dataDir: join(folder.path, "mongo") });
    // It is awaited below, and may fail before.
    openingMongo.catch(() => {});
    parts.add({ stop: () => openingMongo.then((mongo) => mongo.stop()).catch(() => {}) });
    const opened = await openSandbox(folder, sandboxPorts);
    const sandbox = parts.add(opened.sandbox);
    trust(sandbox.ca);
    writeFileSync(join(folder.path, "sandbox-ca.pem"), sandbox.ca);
    const mongo = await openingMongo;
    const { endpoint, queues, ...queueServer } = await startQueues(
      Object.fromEntries(queueJobs.map((job) => [job.source.queue, visibilitySeconds(job)])) as Record<QueueName, number>,
    );
    parts.add(queueServer);
    const secrets = parts.add(
      await startSecrets({ name: SECRET_ID, mongodbUri: mongo.uri, oauth: { ...oauthClientsOf(sandbox), ...oauth }, dir: folder.path }),
    );
    const bodies = parts.add(await startBodies(join(folder.path, "bodies")));
    const sqs = new SQSClient({ ...localAws, endpoint });
    const recurring = jobs.flatMap(({ id, source }) =>
      "everyMinutes" in source ? [{ expression: rateOf(source.everyMinutes), run: () => runScheduled(id) }] : [],
    );
    const scheduler = await startScheduler({ sqs, queuesEndpoint: endpoint, recurring, dir: folder.path });
    const environment = {
      AWS_REGION: localAws.region,
      AWS_ACCESS_KEY_ID: localAws.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: localAws.credentials.secretAccessKey,
      AWS_ENDPOINT_URL_SQS: endpoint,
      AWS_ENDPOINT_URL_SCHEDULER: scheduler.endpoint,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.endpoint,
      AWS_ENDPOINT_URL_S3: bodies.endpoint,
      BODIES_BUCKET: bodies.bucket,
      SECRET_ID,
      KEYRING_SECRET_ID: keyringName(SECRET_ID),
      // All functions share this process, and so its connections.
      MONGODB_POOL: "50",
      ...Object.fromEntries(queueNames.map((name) => [queueUrlName(name), queues[name].url])),
      WORKERS: workersOf(({ source }) => source.concurrency.local),
      SCHEDULE_GROUP: "default",
      SCHEDULE_ROLE_ARN: `arn:aws:iam::${LOCAL_ACCOUNT}:role/local-scheduler`,
      SCHEDULE_DLQ_ARN: `${queues.send.arn}-dead`,
      PUBLIC_URL: process.env["PUBLIC_URL"] ?? gateway.url,
      CONSOLE_DIR: consoleDirIn(folder),
      EGRESS_ALLOW: egressAllow,
      WEB_ALLOW: webAllow,
      MAIL_PROVIDERS: process.env["MAIL_PROVIDERS"] ?? providersOf(sandbox),
    };
    Object.assign(process.env, environment);
    if (options.servicesAt !== undefined) {
      const ports = [gateway.url, endpoint, scheduler.endpoint, secrets.endpoint, bodies.endpoint, mongo.uri].flatMap(loopbackPort);
      parts.add(await openBeyondLoopback(options.servicesAt, [...ports, ...Object.values(sandbox.ports)]));
    }
    const { openDemoAccount } = await import("./demo-account.ts");
    const account = await openDemoAccount(folder);
    const { connect } = await import("#shared/platform/wiring/database.ts");
    const { deliveries } = await import("#shared/sending/wiring/stores.ts");
    await followSandbox(folder, await connect(), opened);
    folder.write("system.json", {
      url: gateway.url,
      endpoint: secrets.endpoint,
      secretId: SECRET_ID,
      environment,
      servicesAt: options.servicesAt,
    });
    // The database is closed after the pollers that use it have stopped.
    parts.add({ stop: async () => (await connect()).close() });
    parts.add(scheduler);
    const pollers = queueJobs.map(({ id, source: { queue, batchSize, concurrency } }) =>
      pollQueue({ client: sqs, queue: queues[queue], handler: queueHandler(id), batchSize, maximumConcurrency: concurrency.local }),
    );
    // Together: each waits for its poll, which takes up to a second.
    parts.add({ stop: () => Promise.all(pollers.map((poller) => poller.stop())) });
    const { wakeUps } = await import("#shared/sending/wiring/send-queue.ts");
    const { syncQueue } = await import("#shared/inbox/wiring/sync-queue.ts");
    const { clock } = await import("#shared/platform/system.ts");
    const topic = setting("PUSH") === "on" ? setting("GMAIL_TOPIC") : "";
    if (topic !== "") sandbox.gmail.pubsub.subscribe({ topic, url: `${setting("PUBLIC_URL")}/v1/hooks/gmail` });
    sandbox.onDelivered(parts.add(pushNewMail(connect, syncQueue)).delivered);
    await wakeWhatWaits(await connect(), { deliveries, wakeUps, clock });
    folder.settle(true);
    ready.resolve(sandbox);
    return {
      url: gateway.url,
      signIn: `${gateway.url}${link.pathFor(account.api_key)}`,
      account,
      sandbox,
      mongo: mongo.kind,
      notes: notesOf(options, gateway.url, opened),
      lost: mongo.lost,
      stop: parts.stop,
    };
  } catch (error) {
    await parts.stop();
    folder.settle(false);
    throw error;
  }
};
