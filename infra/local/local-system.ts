// The whole system on a laptop: the real handlers behind a gateway, with queues, schedules, secrets, MongoDB and a mail provider on loopback.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import tls from "node:tls";
import { SQSClient } from "@aws-sdk/client-sqs";
import { type QueueName, queueNames, rateOf, visibilitySeconds } from "#shared/contract/job.ts";
import { jobs, queueJobs } from "#shared/contract/jobs.ts";
import { queueUrlName } from "#shared/runtime/env.ts";
import { checkSettings } from "./check-settings.ts";
import type { DataFolder } from "./data-folder.ts";
import type { DemoAccount } from "./demo-account.ts";
import { StartFailure } from "./fail.ts";
import { handlerOf, queueHandler, runScheduled } from "./functions.ts";
import { startGateway } from "./gateway.ts";
import { LOCAL_ACCOUNT, localAws } from "./local-aws.ts";
import { type MongoSettings, startMongo } from "./mongo/start-mongo.ts";
import { pollQueue } from "./queues/poll-queue.ts";
import { startQueues } from "./queues/start-queues.ts";
import { type Sandbox, type SandboxPorts, startSandbox } from "./sandbox/start-sandbox.ts";
import { startScheduler } from "./schedules/start-scheduler.ts";
import { startSecrets } from "./secrets/start-secrets.ts";
import { wakeWhatWaits } from "./wake-what-waits.ts";

/** How the local system is started. */
export interface LocalOptions {
  /** The gateway's port; 0 for any free one. */
  readonly port: number;
  readonly folder: DataFolder;
  /** Begins with an empty folder; what was in it is deleted once everything runs, and comes back when something does not start. */
  readonly fresh?: boolean;
  /** Where the sandbox mail provider listens at the folder's first start, when these ports are free. */
  readonly sandboxPorts?: { readonly smtp: number; readonly smtps: number; readonly imaps: number };
}

/** The running system. */
export interface LocalSystem {
  readonly url: string;
  readonly account: DemoAccount;
  readonly sandbox: Sandbox;
  /** How MongoDB runs: given by MONGODB_URI, a mongod of this machine, or embedded. */
  readonly mongo: "external" | "mongod" | "embedded";
  stop(): Promise<void>;
}

const SECRET_ID = "email-service";

/** So that consent URLs can be asked for without settings; a code or token of these clients is worth nothing. */
const LOCAL_CLIENTS = {
  google: { client_id: "local-google", client_secret: "local" },
  outlook: { client_id: "local-outlook", client_secret: "local" },
};

/** What was started, stopped in reverse order; one that fails to stop does not keep the others running. */
const stack = () => {
  const stops: (() => Promise<unknown> | void)[] = [];
  return {
    add: <T extends { stop(): Promise<unknown> | void }>(part: T): T => {
      stops.push(() => part.stop());
      return part;
    },
    stop: async () => {
      for (const stop of stops.splice(0).toReversed()) await Promise.resolve(stop()).catch((error: unknown) => console.error(error));
    },
  };
};

const trust = (authority: string): void => tls.setDefaultCACertificates([...tls.getCACertificates("default"), authority]);

const isTaken = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "EADDRINUSE";

/** A handler reads its settings when it is loaded: a request that comes before they are there waits for them. */
const listen = async (port: number, isReady: Promise<void>) => {
  try {
    return await startGateway(port, (id) => isReady.then(() => handlerOf(id)));
  } catch (error) {
    if (isTaken(error)) throw new StartFailure(`port ${port} is taken: choose another with --port`);
    throw error;
  }
};

const openMongo = (settings: MongoSettings) =>
  startMongo(settings).catch((error: unknown) => {
    throw new StartFailure(error instanceof Error ? error.message : String(error));
  });

const listenSandbox = async (folder: DataFolder, ports: SandboxPorts | undefined): Promise<Sandbox> => {
  const sandbox = await startSandbox({ dir: folder.path, ...(ports ? { ports } : {}) });
  folder.write("sandbox.json", sandbox.ports);
  return sandbox;
};

/** Mailboxes remember the sandbox's ports, so a restart listens where the folder's first start did. */
const openSandbox = async (folder: DataFolder, wanted: LocalOptions["sandboxPorts"]): Promise<Sandbox> => {
  const saved = folder.read<SandboxPorts>("sandbox.json");
  try {
    return await listenSandbox(folder, saved ?? wanted);
  } catch (error) {
    if (!isTaken(error)) throw error;
    if (!saved) return listenSandbox(folder, undefined);
    throw new StartFailure(
      `the sandbox mail provider's ports ${Object.values(saved).join(", ")} are taken: stop what listens there, or use another --data`,
    );
  }
};

/** Starts everything; throws StartFailure with one clear line when a port, the folder or MongoDB is not to be had. */
export const startLocalSystem = async ({ port, folder, fresh = false, sandboxPorts }: LocalOptions): Promise<LocalSystem> => {
  const parts = stack();
  const ready = Promise.withResolvers<void>();
  try {
    const { egressAllow, webAllow, oauth } = checkSettings();
    const gateway = parts.add(await listen(port, ready.promise));
    if (fresh) folder.putAside();
    const sandbox = parts.add(await openSandbox(folder, sandboxPorts));
    trust(sandbox.ca);
    writeFileSync(join(folder.path, "sandbox-ca.pem"), sandbox.ca);
    const mongo = parts.add(
      await openMongo({
        uri: process.env["MONGODB_URI"],
        mongodBinary: process.env["MONGOD_BINARY"],
        dataDir: join(folder.path, "mongo"),
      }),
    );
    const { endpoint, queues, ...queueServer } = await startQueues(
      Object.fromEntries(queueJobs.map((job) => [job.source.queue, visibilitySeconds(job)])) as Record<QueueName, number>,
    );
    parts.add(queueServer);
    const secrets = parts.add(
      await startSecrets({ name: SECRET_ID, mongodbUri: mongo.uri, oauth: { ...LOCAL_CLIENTS, ...oauth }, dir: folder.path }),
    );
    const sqs = new SQSClient({ ...localAws, endpoint });
    const recurring = jobs.flatMap(({ id, source }) =>
      "everyMinutes" in source ? [{ expression: rateOf(source.everyMinutes), run: () => runScheduled(id) }] : [],
    );
    const scheduler = await startScheduler({ sqs, queuesEndpoint: endpoint, recurring, dir: folder.path });
    Object.assign(process.env, {
      AWS_REGION: localAws.region,
      AWS_ACCESS_KEY_ID: localAws.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: localAws.credentials.secretAccessKey,
      AWS_ENDPOINT_URL_SQS: endpoint,
      AWS_ENDPOINT_URL_SCHEDULER: scheduler.endpoint,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.endpoint,
      SECRET_ID,
      // All functions share this process, and so its connections.
      MONGODB_POOL: "50",
      ...Object.fromEntries(queueNames.map((name) => [queueUrlName(name), queues[name].url])),
      SEND_QUEUE_ARN: queues.send.arn,
      SCHEDULE_GROUP: "default",
      SCHEDULE_ROLE_ARN: `arn:aws:iam::${LOCAL_ACCOUNT}:role/local-scheduler`,
      SCHEDULE_DLQ_ARN: `${queues.send.arn}-dead`,
      PUBLIC_URL: gateway.url,
      EGRESS_ALLOW: egressAllow,
      WEB_ALLOW: webAllow,
    });
    const { openDemoAccount } = await import("./demo-account.ts");
    const account = await openDemoAccount(folder);
    folder.write("system.json", { url: gateway.url, endpoint: secrets.endpoint, secretId: SECRET_ID });
    // The database is closed after the pollers below it have come to rest.
    parts.add({ stop: async () => (await (await import("#shared/runtime/store.ts")).connect()).close() });
    parts.add(scheduler);
    for (const { id, source } of queueJobs) {
      const { queue, batchSize, concurrency } = source;
      parts.add(
        pollQueue({ client: sqs, queue: queues[queue], handler: queueHandler(id), batchSize, maximumConcurrency: concurrency.local }),
      );
    }
    const { connect, deliveries } = await import("#shared/runtime/store.ts");
    const { wakeUps } = await import("#shared/runtime/queues.ts");
    const { clock } = await import("#shared/runtime/system.ts");
    await wakeWhatWaits(await connect(), { deliveries, wakeUps, clock });
    folder.settle(true);
    ready.resolve();
    return { url: gateway.url, account, sandbox, mongo: mongo.kind, stop: parts.stop };
  } catch (error) {
    await parts.stop();
    folder.settle(false);
    throw error;
  }
};
