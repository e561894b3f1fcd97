// `npm run conformance`: the Model Context Protocol's own suite, of the revisions 2026-07-28 and 2025-11-25, against POST /mcp and the authorization server.
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { asking, inMs } from "../support/client.ts";
import { aPerson, ownPage, startClientHost } from "../support/oauth-client.ts";
import { runSystem } from "../support/running-system.ts";

/** What of the suite is not for this server, by the reason: a scenario, or one check of it. Whatever is listed here and passes fails the lane. */
const NOT_FOR_US: Readonly<Record<string, string>> = {
  "it calls a tool of the suite's own; ours are the API's operations": `
    tools-call-simple-text tools-call-image tools-call-audio tools-call-embedded-resource tools-call-mixed-content tools-call-error
    json-schema-2020-12 http-custom-header-server-validation server-stateless/sep-2575-server-rejects-undeclared-capability
    server-stateless/sep-2575-missing-capability-http-400`,
  "a tool asks nothing back and tells no progress: it answers at once": `
    tools-call-with-progress tools-call-sampling tools-call-elicitation elicitation-sep1034-defaults elicitation-sep1330-enums
    input-required-result-basic-elicitation input-required-result-basic-sampling input-required-result-basic-list-roots
    input-required-result-request-state input-required-result-multiple-input-requests input-required-result-multi-round
    input-required-result-non-tool-request input-required-result-result-type input-required-result-tampered-state
    input-required-result-capability-check input-required-result-ignore-extra-params input-required-result-missing-input-response`,
  "there are no resources, prompts, completions and log messages, and none are declared": `
    resources-list resources-read-text resources-read-binary resources-templates-read resources-subscribe resources-unsubscribe
    sep-2164-resource-not-found prompts-list prompts-get-simple prompts-get-with-args prompts-get-embedded-resource prompts-get-with-image completion-complete
    logging-set-level tools-call-with-logging server-stateless/sep-2575-server-no-log-without-loglevel caching/sep-2549-prompts-list-caching-hints
    caching/sep-2549-resources-list-caching-hints caching/sep-2549-resources-templates-list-caching-hints`,
  "a Lambda holds no stream": `
    server-stateless/sep-2575-http-server-no-independent-requests-on-stream server-sse-multiple-streams server-sse-polling`,
  "tasks are an extension that is not offered": `
    tasks-lifecycle tasks-capability-negotiation tasks-wire-fields tasks-request-state-removal tasks-mrtr-input tasks-request-headers
    tasks-dispatch-and-envelope tasks-required-task-error tasks-mrtr-composition`,
};
const reasons = new Map(
  Object.entries(NOT_FOR_US).flatMap(([reason, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, reason]),
  ),
);

/** What has to have run, so that a suite that ran nothing is no success. */
const FOR_US =
  "server-stateless tools-list http-header-validation caching dns-rebinding-protection server-initialize ping authorization-server-metadata-endpoint authorization-code-grant".split(
    " ",
  );

const here = import.meta.dirname;
const folder = mkdtempSync(join(tmpdir(), "conformance-"));
for (const file of ["package.json", "package-lock.json"]) cpSync(join(here, file), join(folder, file));

/** Runs a program to its end, giving each line that it prints to `hear`. */
const run = async (command: string, args: readonly string[], hear: (line: string) => void = () => {}): Promise<void> => {
  const child = spawn(command, args, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: child.stdout })) hear(line);
};
const suite = (args: readonly string[], hear?: (line: string) => void) => run(join(folder, "node_modules/.bin/conformance"), args, hear);

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** The suite sends no key: what it asks goes on to the system with one, as if it had been asked there. */
const withKey = async (url: string, key: string) => {
  const to = new URL(url);
  const server = createServer((asked, answer) => {
    const own = `127.0.0.1:${portOf(server)}`;
    const headers = Object.fromEntries(
      Object.entries(asked.headers).map(([name, value]) => [name, typeof value === "string" ? value.replace(own, to.host) : value]),
    );
    const options = { host: to.hostname, port: to.port, path: asked.url, method: asked.method };
    const on = request({ ...options, headers: { ...headers, authorization: `Bearer ${key}` } }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    on.on("error", () => answer.destroy());
    asked.pipe(on);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${portOf(server)}`, stop: () => server.close().closeAllConnections() };
};

/** A port that was free a moment ago, for the suite to be led back to. */
const freePort = async (): Promise<string> => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const port = String(portOf(server));
  await new Promise((done) => server.close(done));
  return port;
};

interface Check {
  readonly id: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly errorMessage?: string;
}

/** The checks that a run left behind, with their scenarios. */
const checksIn = (out: string): readonly (Check & { readonly scenario: string })[] =>
  readdirSync(out).flatMap((name) => {
    const [, scenario = name] = /^(?:authorization-server|server)-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(name) ?? [];
    const checks = JSON.parse(readFileSync(join(out, name, "checks.json"), "utf8")) as readonly Check[];
    return checks.map((check) => ({ ...check, scenario }));
  });

const failures: string[] = [];
const excused = new Set<string>();
const passed = new Map<string, number>();
const judge = (revision: string, out: string): void => {
  for (const { scenario, id, status, errorMessage = "" } of checksIn(out)) {
    const name = [scenario, `${scenario}/${id}`].find((one) => reasons.has(one));
    if (status === "SUCCESS") passed.set(scenario, (passed.get(scenario) ?? 0) + 1);
    else if (status !== "FAILURE" && status !== "WARNING") continue;
    else if (name !== undefined) excused.add(name);
    else failures.push(`${revision} ${scenario}/${id}: ${errorMessage}`);
  }
};

await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
const [system, host] = [await runSystem(), await startClientHost()];
const proxy = await withKey(system.url, system.apiKey);
try {
  for (const revision of ["2026-07-28", "2025-11-25"]) {
    const out = join(folder, revision);
    await suite(["server", "--url", `${proxy.url}/mcp`, "--requirements", revision, "--timeout", "20000", "-o", out]);
    judge(revision, out);
  }
  // The suite prints an address for a browser, and waits to be led back from there: a person who is signed in allows it.
  const clientId = `${host.url}/conformance.json`;
  const { cookie } = await aPerson(system, clientId);
  const allow = async (address: URL): Promise<void> => {
    const consent = { ...Object.fromEntries(address.searchParams), level: "draft", expires_at: inMs(86_400_000) };
    const { body, text } = await asking(system, "")("POST", "/console/consent", consent, ownPage(cookie));
    if (typeof body?.location !== "string") throw new Error(`no consent: ${text}`);
    await fetch(body.location);
  };
  const allowed: Promise<void>[] = [];
  const out = join(folder, "authorization");
  const client = ["--client-id", clientId, "--resource", `${system.url}/mcp`, "-p", await freePort()];
  await suite(["authorization", "--url", system.url, ...client, "-o", out], (line) => {
    if (line.startsWith("http") && line.includes("code_challenge=")) allowed.push(allow(new URL(line.trim())));
  });
  await Promise.all(allowed);
  judge("authorization", out);
} finally {
  proxy.stop();
  await Promise.all([system.stop(), host.stop()]);
  rmSync(folder, { recursive: true, force: true });
}

for (const [reason, names] of Map.groupBy(excused, (name) => reasons.get(name)))
  console.log(`not for us, ${reason}: ${[...names].join(" ")}`);
for (const name of FOR_US) if (!passed.has(name)) failures.push(`${name} did not run`);
for (const name of reasons.keys()) if (!excused.has(name)) failures.push(`${name} is listed as not for us, and did not fail`);
for (const failure of failures) console.log(`failed: ${failure}`);
const checks = [...passed.values()].reduce((sum, one) => sum + one, 0);
console.log(`conformance: ${checks} checks passed, ${failures.length} failures`);
process.exit(failures.length === 0 ? 0 : 1);
