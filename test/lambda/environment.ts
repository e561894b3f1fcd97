// One execution environment: a process that runs a function's bundle, and the Runtime API that it polls (AWS, "Lambda runtime API").
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { LambdaFunction } from "./template.ts";

/** An environment that takes one event at a time. */
export interface Environment {
  /** Rejects with the handler's error, with a failed start, or when the function's timeout is over; the last two end the environment. */
  readonly invoke: (event: unknown) => Promise<unknown>;
  readonly isAlive: () => boolean;
  readonly stop: () => Promise<void>;
}

/** An error as the runtime reports it. */
const errorOf = (body: string): Error => {
  const { errorType, errorMessage, trace } = JSON.parse(body) as { errorType: string; errorMessage: string; trace?: string[] };
  return Object.assign(new Error(errorMessage), { name: errorType, stack: trace?.join("\n") });
};

interface Invocation {
  readonly id: string;
  readonly event: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Starts an environment of a function with Node running `runtimeFile`; `variables` is all that its process is given. */
export const startEnvironment = async (
  fn: LambdaFunction,
  variables: Readonly<Record<string, string>>,
  runtimeFile: string,
): Promise<Environment> => {
  let waiting: Invocation | undefined;
  let running: Invocation | undefined;
  let poll: ServerResponse | undefined;
  let dead: Error | undefined;

  const dispatch = () => {
    if (!poll || !waiting) return;
    const response = poll;
    [running, waiting, poll] = [waiting, undefined, undefined];
    response
      .writeHead(200, {
        "content-type": "application/json",
        "lambda-runtime-aws-request-id": running.id,
        "lambda-runtime-deadline-ms": String(Date.now() + fn.timeoutSeconds * 1000),
        "lambda-runtime-invoked-function-arn": fn.logicalId,
      })
      .end(running.event);
  };
  const end = (error: Error) => {
    dead ??= error;
    for (const invocation of [waiting, running]) invocation?.reject(error);
    [waiting, running] = [undefined, undefined];
  };
  const server = createServer((request, response) => {
    const path = request.url?.replace("/2018-06-01/runtime/", "") ?? "";
    if (path === "invocation/next") {
      poll = response;
      dispatch();
      return;
    }
    void text(request).then((body) => {
      if (path === "init/error") end(errorOf(body));
      else if (path === `invocation/${running?.id}/response`) running?.resolve(JSON.parse(body));
      else if (path === `invocation/${running?.id}/error`) running?.reject(errorOf(body));
      running = undefined;
      response.writeHead(202).end();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const api = `127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  const child = spawn(process.execPath, [runtimeFile], {
    cwd: fn.codeDir,
    env: { ...variables, AWS_LAMBDA_RUNTIME_API: api },
    stdio: ["ignore", "inherit", "inherit"],
  });
  child.once("exit", (code) => end(new Error(`${fn.id}: the environment exited with ${code}`)));

  const stop = async () => {
    end(new Error(`${fn.id}: stopped`));
    const gone = child.exitCode === null && child.signalCode === null ? once(child, "exit") : undefined;
    child.kill("SIGKILL");
    server.closeAllConnections();
    server.close();
    await gone;
  };
  return {
    isAlive: () => dead === undefined,
    stop,
    invoke: async (event) => {
      if (dead) throw dead;
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const timer = setTimeout(() => void stop(), fn.timeoutSeconds * 1000);
      waiting = { id: randomUUID(), event: JSON.stringify(event), resolve, reject };
      dispatch();
      return promise.finally(() => clearTimeout(timer));
    },
  };
};
