// `npm run sam -- --host host.docker.internal [--stage dev] [--data .data]` writes cdk.out/sam-dev.json for `sam local`: the functions of a stage with
// the settings of the system that `npm start` runs. `… env sending/send` prints one's settings for Docker, `… event sending/send` a sample event.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { isIPv6 } from "node:net";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isQueueJob, type Job } from "#shared/service/job.ts";
import { jobs } from "#shared/service/jobs.ts";
import type { Operation } from "#shared/api/operation.ts";
import { operations } from "#shared/service/operations.ts";
import { holderOf } from "./local/data-folder.ts";
import { localAws } from "./local/aws-endpoint.ts";
import { runMain, StartFailure } from "./local/terminal.ts";

/** What a stage's templates say, as far as it is read here. */
interface Resource {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
  readonly Metadata?: Readonly<Record<string, string>>;
}

/** The function of a template for `sam local` (AWS SAM, "AWS::Serverless::Function"). */
interface SamFunction {
  readonly Type: "AWS::Serverless::Function";
  readonly Properties: {
    readonly Description: string;
    readonly CodeUri: string;
    readonly Handler: string;
    readonly Environment: { readonly Variables: Readonly<Record<string, string>> };
  } & Readonly<Record<string, unknown>>;
}

/** A template for `sam local`; paths in it begin at its own folder. */
export interface SamTemplate {
  readonly AWSTemplateFormatVersion: "2010-09-09";
  readonly Transform: "AWS::Serverless-2016-10-31";
  readonly Resources: Readonly<Record<string, SamFunction>>;
}

/** What functions in containers need of the local system: its settings, the CA certificate of its mail provider, and an API key. */
export interface Laptop {
  readonly environment: Readonly<Record<string, string>>;
  readonly ca: string;
  readonly key: string;
  /** The address that `--listen` opened; absent: loopback alone. */
  readonly servicesAt?: string;
}

/** The system that runs in a data folder; throws where none does. */
export const readLaptop = async (dataFolder: string): Promise<Laptop> => {
  const file = (name: string) => readFileSync(join(dataFolder, name), "utf8");
  if ((await holderOf(dataFolder)) === undefined || !existsSync(join(dataFolder, "system.json")))
    throw new StartFailure(
      `no system runs in ${dataFolder}: npm start -- --listen 172.17.0.1 (Docker's address of this machine; infra/debugging.md)`,
    );
  const running = JSON.parse(file("system.json")) as Pick<Laptop, "environment" | "servicesAt">;
  const { api_key: key } = JSON.parse(file("account.json")) as { api_key: string };
  return { ...running, ca: file("sandbox-ca.pem"), key };
};

/** The resources of all stacks of a stage in `cdkOut`, which contains those of every synthesised stage. Throws where it has none of this one. */
const readResources = (cdkOut: string, stage: string): ReadonlyMap<string, Resource> => {
  const files = existsSync(cdkOut) ? readdirSync(cdkOut) : [];
  const own = files.filter((name) => name.startsWith(`email-${stage}-`) && name.endsWith(".template.json"));
  const read = own.flatMap((name) => {
    const { Resources = {} } = JSON.parse(readFileSync(join(cdkOut, name), "utf8")) as { Resources?: Record<string, Resource> };
    return Object.entries(Resources);
  });
  if (!read.some(([, { Type }]) => Type === "AWS::Lambda::Function"))
    throw new StartFailure(`${cdkOut} has no functions of ${stage}: npm run synth -- -c stage=${stage}`);
  return new Map(read);
};

/**
 * What a function's process runs first: connections to the machine itself go to `host`, where the laptop is seen from a container, and the mail
 * provider's certificate is trusted. So the addresses that the laptop has stored, such as a mailbox's server, hold in a container too. The Runtime
 * API stays where it is.
 */
const preload = (host: string, ca: string): string => `import net from "node:net";
import tls from "node:tls";
const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...args) {
  const [options, done] = Array.isArray(args[0]) ? args[0] : args;
  const { host = "localhost", port, path } = options ?? {};
  const isOwn = /^(127\\.|::1$|localhost$)/.test(host) && !path && \`\${host}:\${port}\` !== process.env.AWS_LAMBDA_RUNTIME_API;
  if (typeof options !== "object" || !isOwn) return connect.apply(this, args);
  return connect.call(this, { ...options, host: ${JSON.stringify(host)}, lookup: undefined }, done);
};
tls.setDefaultCACertificates([...tls.getCACertificates("default"), ${JSON.stringify(ca)}]);
`;

const preloadOption = (host: string, ca: string): string =>
  `--import=data:text/javascript;base64,${Buffer.from(preload(host, ca)).toString("base64")}`;

/** Folders in the bundle, which a container has at the same place as Lambda. */
const OF_THE_BUNDLE: ReadonlySet<string> = new Set(["DOCS_DIR", "CONSOLE_DIR"]);
const isAddress = (name: string): boolean => name.startsWith("AWS_ENDPOINT_URL_") || name.endsWith("_QUEUE_URL");

/** The laptop's settings as a container needs them: the emulators by the laptop's name. */
const seenFrom = (host: string, { environment }: Laptop): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(environment)
      .filter(([name]) => !OF_THE_BUNDLE.has(name))
      .map(([name, value]) => [name, isAddress(name) ? value.replace("//127.0.0.1:", `//${isIPv6(host) ? `[${host}]` : host}:`) : value]),
  );

/** The variables of a function of the templates. The laptop's value comes first; throws for one that it lacks and that AWS alone could tell. */
const variablesOf = ({ Properties }: Resource, laptop: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const { Variables: declared = {} } = (Properties["Environment"] ?? {}) as { Variables?: Record<string, unknown> };
  const own = Object.entries(declared).map(([name, value]) => {
    const known = laptop[name] ?? value;
    if (typeof known !== "string")
      throw new StartFailure(`${String(Properties["Description"])} needs ${name}, which the local system does not have`);
    return [name, known] as const;
  });
  const endpoints = Object.entries(laptop).filter(([name]) => name.startsWith("AWS_ENDPOINT_URL_"));
  return Object.fromEntries([...own, ...endpoints]);
};

/** The routes that lead to a function, by its logical id; by its alias where it has one. */
const routesOf = (resources: ReadonlyMap<string, Resource>): ReadonlyMap<string, readonly string[]> => {
  /** The resource of a type that a part of the template refers to. */
  const of = (part: unknown, type: string) =>
    JSON.stringify(part ?? "")
      .match(/\w+/g)
      ?.find((id) => resources.get(id)?.Type === type);
  const routes = [...resources.values()].flatMap(({ Type, Properties }): readonly (readonly [string, string])[] => {
    if (Type !== "AWS::ApiGatewayV2::Route") return [];
    const uri = resources.get(of(Properties["Target"], "AWS::ApiGatewayV2::Integration") ?? "")?.Properties["IntegrationUri"];
    const alias = resources.get(of(uri, "AWS::Lambda::Alias") ?? "")?.Properties["FunctionName"];
    const called = of(alias ?? uri, "AWS::Lambda::Function");
    if (called === undefined) throw new StartFailure(`the route ${String(Properties["RouteKey"])} leads to no function of the templates`);
    return [[called, String(Properties["RouteKey"])]];
  });
  const grouped = Map.groupBy(routes, ([called]) => called);
  return new Map([...grouped].map(([called, own]) => [called, own.map(([, key]) => key)]));
};

/** A route as an event of a function (AWS SAM, "HttpApi"); the default route has neither path nor method. */
const eventOf = (routeKey: string) => {
  const [Method, Path] = routeKey.split(" ");
  return { Type: "HttpApi", Properties: Path === undefined ? {} : { Path, Method } };
};

/** A template for `sam local` of a stage's functions with their routes and settings. It deploys nothing and refers to no deployed resource. */
export const samTemplate = (cdkOut: string, stage: string, host: string, laptop: Laptop): SamTemplate => {
  const resources = readResources(cdkOut, stage);
  const routes = routesOf(resources);
  const settings = seenFrom(host, laptop);
  const functionOf = (id: string, resource: Resource): SamFunction => {
    const { Description, Handler, Runtime, MemorySize, Timeout } = resource.Properties as SamFunction["Properties"];
    const CodeUri = resource.Metadata?.["aws:asset:path"] ?? "";
    if (CodeUri === "" || !existsSync(join(cdkOut, CodeUri)))
      throw new StartFailure(`${cdkOut} lacks the code of ${Description}: npm run synth -- -c stage=${stage}`);
    const Variables = { ...variablesOf(resource, settings), NODE_OPTIONS: preloadOption(host, laptop.ca) };
    const Events = Object.fromEntries((routes.get(id) ?? []).map((key, n) => [`Route${n}`, eventOf(key)]));
    // The machine's own kind: the code is for each, and the other kind would have to be emulated.
    const Architectures = [process.arch === "arm64" ? "arm64" : "x86_64"];
    const Properties = { Description, CodeUri, Handler, Runtime, MemorySize, Timeout, Architectures, Environment: { Variables }, Events };
    return { Type: "AWS::Serverless::Function", Properties };
  };
  const functions = [...resources].flatMap(([id, resource]) =>
    resource.Type === "AWS::Lambda::Function" ? [[id, functionOf(id, resource)] as const] : [],
  );
  return { AWSTemplateFormatVersion: "2010-09-09", Transform: "AWS::Serverless-2016-10-31", Resources: Object.fromEntries(functions) };
};

/** The variables that Lambda sets for a function and Docker does not. */
export const OF_LAMBDA = {
  AWS_REGION: localAws.region,
  AWS_ACCESS_KEY_ID: localAws.credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: localAws.credentials.secretAccessKey,
} as const;

/** A function of a written template, by our own id; throws where there is none. */
const functionNamed = ({ Resources }: SamTemplate, id: string): SamFunction["Properties"] => {
  const found = Object.values(Resources).find(({ Properties }) => Properties.Description === id);
  if (!found) throw new StartFailure(`there is no function ${id}`);
  return found.Properties;
};

/** The lines for `docker run --env-file`. */
const dockerEnvironment = (template: SamTemplate, id: string): string =>
  Object.entries({ ...OF_LAMBDA, ...functionNamed(template, id).Environment.Variables })
    .map(([name, value]) => `${name}=${value}`)
    .join("\n");

const ID = "000000000000000000000001";
const NO_KEY = `sk_live_${"0".repeat(64)}`;

const httpEvent = ({ method, path, form, example }: Operation, key: string, body: unknown): object => {
  const rawPath = path.replaceAll(/\{\w+\}/g, ID);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
  return {
    version: "2.0",
    routeKey: `${method} ${path}`,
    rawPath,
    rawQueryString: "",
    headers: { "content-type": form ? "application/x-www-form-urlencoded" : "application/json", "x-api-key": key },
    pathParameters: Object.fromEntries(names.map((name) => [name, ID])),
    requestContext: { requestId: "sample", http: { method, path: rawPath, sourceIp: "127.0.0.1" } },
    isBase64Encoded: false,
    ...(example.body === undefined
      ? {}
      : { body: form ? new URLSearchParams(example.body as Record<string, string>).toString() : JSON.stringify(body ?? example.body) }),
  };
};

const jobEvent = (job: Job): object =>
  isQueueJob(job) ? { Records: [{ messageId: "sample", body: JSON.stringify(job.example), eventSource: "aws:sqs" }] } : {};

/**
 * A sample event of a function, by its id: the operation's example, or `body`, in API Gateway's form, a queue's message, or a schedule's empty event.
 */
export const sampleEvent = (id: string, key = NO_KEY, body?: unknown): object => {
  const operation = operations.find((known) => known.id === id);
  if (operation) return httpEvent(operation, key, body);
  const job = (jobs as readonly Job[]).find((known) => known.id === id);
  if (job) return jobEvent(job);
  throw new StartFailure(`there is no function ${id}`);
};

const CDK_OUT = "cdk.out";
const ALONE = "\nIt is on loopback alone, which Docker Desktop reaches: Docker on Linux needs npm start -- --listen 172.17.0.1";
const USAGE = `usage: npm run sam -- --host host.docker.internal [--stage dev] [--data .data]
       npm run --silent sam -- env sending/send [--host … --stage … --data …]
       npm run --silent sam -- event sending/send [--body JSON]`;

const optionsIn = (args: readonly string[]) => {
  try {
    const text = { type: "string" } as const;
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        host: { ...text, default: "host.docker.internal" },
        stage: { ...text, default: "dev" },
        data: { ...text, default: ".data" },
        body: text,
      },
      allowPositionals: true,
    });
    return {
      ...values,
      what: positionals[0],
      id: positionals[1] ?? "",
      given: values.body === undefined ? undefined : JSON.parse(values.body),
    };
  } catch (error) {
    throw new StartFailure(`${(error as Error).message}\n${USAGE}`);
  }
};

/** What the command does; answers what it prints. */
const run = async ({ what, id, host, stage, data, given }: ReturnType<typeof optionsIn>): Promise<string> => {
  if (what === "event") {
    const { key } = await readLaptop(data).catch(() => ({ key: NO_KEY }));
    return JSON.stringify(sampleEvent(id, key, given), null, 2);
  }
  if (what !== undefined && what !== "env") throw new StartFailure(USAGE);
  const laptop = await readLaptop(data);
  const template = samTemplate(CDK_OUT, stage, host, laptop);
  if (what === "env") return dockerEnvironment(template, id);
  const file = join(CDK_OUT, `sam-${stage}.json`);
  writeFileSync(file, `${JSON.stringify(template, null, 2)}\n`, { mode: 0o600 });
  return `${file}: ${Object.keys(template.Resources).length} functions, which find the local system at ${host}${laptop.servicesAt === undefined ? ALONE : ""}`;
};

if (import.meta.main) runMain(async () => void process.stdout.write(`${await run(optionsIn(process.argv.slice(2)))}\n`));
