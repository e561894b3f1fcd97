import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { FIRST_LANES, LANES } from "../../.ci/lanes.ts";

interface Step {
  readonly run?: string;
  readonly uses?: string;
}
interface Job {
  readonly needs?: string;
  readonly if?: string;
  readonly environment?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

// aws-cdk-lib brings a reader of YAML.
const { parse } = createRequire(createRequire(import.meta.url).resolve("aws-cdk-lib/package.json"))("yaml") as {
  parse: (text: string) => { readonly jobs: Readonly<Record<string, Job>>; readonly permissions: unknown };
};
const FOLDER = ".github/workflows";
const files = readdirSync(FOLDER);
const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Readonly<Record<string, string>> };
const { jobs, permissions } = parse(readFileSync(`${FOLDER}/deploy.yml`, "utf8"));
const runsOf = ({ steps }: Job): string[] => steps.flatMap(({ run }) => (run === undefined ? [] : [run]));

describe("the pipeline", () => {
  it("calls scripts that package.json has", () => {
    const called = Object.values(jobs).flatMap((job) => runsOf(job).flatMap((run) => [...run.matchAll(/npm run (?:--silent )?(\S+)/g)]));

    expect(called.length).toBeGreaterThan(4);
    for (const [, name = ""] of called) expect(Object.keys(scripts)).toContain(name);
  });

  it.each(files)("pins each action of %s to a commit, with the version that it is", (file) => {
    const uses = [...readFileSync(`${FOLDER}/${file}`, "utf8").matchAll(/uses: (.*)/g)].map(([, what]) => what);

    expect(uses.length).toBeGreaterThan(0);
    for (const what of uses) expect(what).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("deploys in each environment its stage and tries it, prod after dev and with its approval", () => {
    expect(Object.keys(jobs)).toEqual(["dev", "prod"]);
    for (const [stage, job] of Object.entries(jobs)) {
      const runs = runsOf(job);
      expect(job.environment).toBe(stage);
      expect(runs).toContain(`npm run deploy -- -c stage=${stage}`);
      expect(runs.findIndex((run) => run.startsWith("npm run smoke"))).toBeGreaterThan(runs.indexOf(`npm run deploy -- -c stage=${stage}`));
    }
    expect(jobs["prod"]?.needs).toBe("dev");
    expect(runsOf(jobs["prod"]!)).toContain("npm run quota -- prod");
  });

  it("takes AWS roles by OIDC, holds no AWS key, and may write nothing of the repository", () => {
    expect(permissions).toEqual({ contents: "read" });
    for (const job of Object.values(jobs)) expect(job.permissions).toEqual({ contents: "read", "id-token": "write" });
    expect(readFileSync(`${FOLDER}/deploy.yml`, "utf8")).not.toMatch(/secrets\.(?!SMOKE_KEY\b)/);
  });

  it("writes no value of GitHub's into a command: it would be run as the shell's words", () => {
    for (const job of Object.values(jobs)) for (const run of runsOf(job)) expect(run).not.toContain("${{");
  });

  it("waits for DEPLOY, so that a copy of the repository deploys nothing by itself", () => {
    expect(jobs["dev"]?.if).toBe("vars.DEPLOY == 'on'");
  });

  it("runs every lane in a job of GitHub's, and each name once", () => {
    const ci = parse(readFileSync(`${FOLDER}/ci.yml`, "utf8")) as unknown as {
      readonly jobs: { readonly lanes: { readonly strategy: { readonly matrix: { readonly job: readonly string[] } } } };
    };
    const lanes = [...FIRST_LANES, ...LANES];

    expect(new Set(lanes.map(({ job }) => job))).toEqual(new Set(ci.jobs.lanes.strategy.matrix.job));
    expect(new Set(lanes.map(({ name }) => name)).size).toBe(lanes.length);
  });
});
