// Input for `sam local` (infra/debugging.md): `node infra/sam.ts template > cdk.out/sam.json`, `node infra/sam.ts env >
// env.json`, `node infra/sam.ts event sending/send > event.json`.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isQueueJob, type Job } from "#shared/service/job.ts";
import { jobs } from "#shared/service/jobs.ts";
import type { Operation } from "#shared/api/operation.ts";
import { operations } from "#shared/service/operations.ts";
import { runMain, StartFailure } from "./local/terminal.ts";

interface Template {
  readonly Resources: Readonly<
    Record<
      string,
      { readonly Type: string; readonly Properties: { readonly Environment?: { readonly Variables?: Record<string, unknown> } } }
    >
  >;
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown }>>;
}

/** The templates of one stage by their stack's name; cdk.out contains those of every synthesised stage. Throws where it has none of this one. */
const readTemplates = (cdkOut: string, stage: string): ReadonlyMap<string, Template> => {
  const files = existsSync(cdkOut) ? readdirSync(cdkOut) : [];
  const own = files.filter((name) => name.startsWith(`email-${stage}-`) && name.endsWith(".template.json"));
  if (own.length === 0) throw new StartFailure(`${cdkOut} has no templates of ${stage}: npm run synth -- -c stage=${stage}`);
  return new Map(own.map((name) => [name.replace(".template.json", ""), JSON.parse(readFileSync(join(cdkOut, name), "utf8")) as Template]));
};

/** The resources of all stacks of a stage in one template, which must be in `cdkOut` too, because sam local follows no references between stacks. */
export const samTemplate = (cdkOut: string, stage: string): Pick<Template, "Resources"> => {
  const templates = readTemplates(cdkOut, stage);
  const all = JSON.stringify({ Resources: Object.assign({}, ...[...templates.values()].map(({ Resources }) => Resources)) });
  return JSON.parse(all, (_, value) => {
    const read = value?.["Fn::GetStackOutput"] as { readonly StackName: string; readonly OutputName: string } | undefined;
    return read === undefined ? value : templates.get(read.StackName)?.Outputs?.[read.OutputName]?.Value;
  });
};

/**
 * The content of sam local's `--env-vars`: each function of the templates by its logical id, with its variables from `given`, else from the template.
 */
export const samEnvironment = (
  cdkOut: string,
  stage: string,
  given: Readonly<Record<string, string | undefined>>,
): Record<string, Record<string, string>> => {
  const functions = [...readTemplates(cdkOut, stage).values()]
    .flatMap(({ Resources }) => Object.entries(Resources))
    .filter(([, { Type }]) => Type === "AWS::Lambda::Function");
  return Object.fromEntries(
    functions.map(([logicalId, { Properties }]) => [
      logicalId,
      Object.fromEntries(
        Object.entries(Properties.Environment?.Variables ?? {}).map(([name, value]) => [
          name,
          given[name] ?? (typeof value === "string" ? value : `set ${name}`),
        ]),
      ),
    ]),
  );
};

const ID = "000000000000000000000001";

const httpEvent = ({ method, path, form, example }: Operation): object => {
  const rawPath = path.replaceAll(/\{\w+\}/g, ID);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
  return {
    version: "2.0",
    routeKey: `${method} ${path}`,
    rawPath,
    rawQueryString: "",
    headers: { "content-type": form ? "application/x-www-form-urlencoded" : "application/json", "x-api-key": `sk_live_${"0".repeat(64)}` },
    pathParameters: Object.fromEntries(names.map((name) => [name, ID])),
    requestContext: { requestId: "sample", http: { method, path: rawPath, sourceIp: "127.0.0.1" } },
    isBase64Encoded: false,
    ...(example.body === undefined
      ? {}
      : { body: form ? new URLSearchParams(example.body as Record<string, string>).toString() : JSON.stringify(example.body) }),
  };
};

const jobEvent = (job: Job): object =>
  isQueueJob(job) ? { Records: [{ messageId: "sample", body: JSON.stringify(job.example), eventSource: "aws:sqs" }] } : {};

/** A sample event of a function, by its id: the operation's example in API Gateway's form, a queue's message, or a schedule's empty event. */
export const sampleEvent = (id: string): object => {
  const operation = operations.find((known) => known.id === id);
  if (operation) return httpEvent(operation);
  const job = (jobs as readonly Job[]).find((known) => known.id === id);
  if (job) return jobEvent(job);
  throw new StartFailure(`there is no function ${id}`);
};

if (import.meta.main)
  runMain(async () => {
    const {
      values: { stage },
      positionals: [what, id = ""],
    } = parseArgs({ options: { stage: { type: "string", default: "dev" } }, allowPositionals: true });
    const printed =
      what === "template"
        ? samTemplate("cdk.out", stage)
        : what === "env"
          ? samEnvironment("cdk.out", stage, process.env)
          : sampleEvent(id);
    process.stdout.write(`${JSON.stringify(printed, null, 2)}\n`);
  });
