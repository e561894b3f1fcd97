// The functions of the template as Lambda runs them: environments started on demand, one event each at a time, reused while they live.
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { localAws } from "#infra/local/aws-endpoint.ts";
import { withinLimit } from "#infra/local/payload-limit.ts";
import { type Environment, startEnvironment } from "./environment.ts";
import type { LambdaFunction } from "./template.ts";

/** Environments that live at once: two cores have no use for more, and each takes some 80 MB. */
const MOST_ENVIRONMENTS = 24;
/** Environments of one function. */
const MOST_PER_FUNCTION = 4;

/** Where the functions run. */
export interface Cloud {
  readonly functions: readonly LambdaFunction[];
  /** A folder for the unpacked code: away from the repository, so that nothing is found in its node_modules. */
  readonly folder: string;
  /** What Lambda and the operator's machine give every function besides its template's variables. */
  readonly variables: Readonly<Record<string, string>>;
  /** The file that Node runs in each environment. */
  readonly runtimeFile: string;
}

interface Slot {
  readonly fn: LambdaFunction;
  readonly environment: Promise<Environment>;
  busy: boolean;
  usedAt: number;
}

/** Unpacks the functions; `invoke` calls one by its id. */
export const openFunctions = ({ functions, folder, variables, runtimeFile }: Cloud) => {
  const slots = new Set<Slot>();
  const waiting: (() => void)[] = [];
  let started = 0;
  const unpacked = new Map(
    functions.map((fn) => {
      const codeDir = join(folder, fn.logicalId);
      mkdirSync(codeDir, { recursive: true });
      cpSync(fn.codeDir, codeDir, { recursive: true });
      return [fn.id, { ...fn, codeDir }];
    }),
  );
  const environmentOf = (fn: LambdaFunction): Record<string, string> => ({
    ...variables,
    ...Object.fromEntries(Object.entries(fn.environment).map(([name, value]) => [name, value.replaceAll("/var/task", fn.codeDir)])),
    AWS_REGION: localAws.region,
    AWS_ACCESS_KEY_ID: fn.logicalId,
    AWS_SECRET_ACCESS_KEY: "local",
    AWS_LAMBDA_FUNCTION_NAME: fn.logicalId,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(fn.memoryMb),
    LAMBDA_TASK_ROOT: fn.codeDir,
    _HANDLER: fn.handler,
    AWS_LAMBDA_FUNCTION_VERSION: "$LATEST",
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${fn.logicalId}`,
    AWS_LAMBDA_LOG_STREAM_NAME: "local",
    TZ: ":UTC",
  });

  const drop = async (slot: Slot) => {
    slots.delete(slot);
    await (await slot.environment).stop();
  };
  const take = async (fn: LambdaFunction): Promise<Slot> => {
    for (;;) {
      const own = [...slots].filter((slot) => slot.fn === fn);
      const idle = own.find(({ busy }) => !busy);
      if (idle) return Object.assign(idle, { busy: true });
      const oldest = [...slots].filter(({ busy }) => !busy).toSorted((a, b) => a.usedAt - b.usedAt)[0];
      if (own.length < MOST_PER_FUNCTION && (slots.size < MOST_ENVIRONMENTS || oldest)) {
        if (slots.size >= MOST_ENVIRONMENTS && oldest) void drop(oldest);
        started += 1;
        const slot = { fn, environment: startEnvironment(fn, environmentOf(fn), runtimeFile), busy: true, usedAt: 0 };
        slots.add(slot);
        return slot;
      }
      await new Promise<void>((next) => waiting.push(next));
    }
  };
  return {
    /** Environments started so far: the cold starts. */
    started: () => started,
    invoke: async (id: string, event: unknown): Promise<unknown> => {
      const fn = unpacked.get(id);
      if (!fn) throw new Error(`the template has no function ${id}`);
      const slot = await take(fn);
      const environment = await slot.environment;
      try {
        return withinLimit(await environment.invoke(withinLimit(event, "request")), "response");
      } finally {
        Object.assign(slot, { busy: false, usedAt: Date.now() });
        if (!environment.isAlive()) slots.delete(slot);
        waiting.shift()?.();
      }
    },
    stop: async () => {
      await Promise.all([...slots].map(drop));
    },
  };
};
