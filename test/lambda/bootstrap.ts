// One execution environment of nodejs24.x: loads the bundle as Lambda does and serves the Runtime API's invocations, one at a time.
import { request as httpRequest, Agent } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

const {
  AWS_LAMBDA_RUNTIME_API = "",
  LAMBDA_TASK_ROOT = "",
  _HANDLER = "",
  AWS_LAMBDA_FUNCTION_NAME = "",
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE = "",
} = process.env;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

const call = (method: string, path: string, body?: unknown) =>
  new Promise<{ headers: Record<string, string>; body: string }>((done, failed) => {
    const request = httpRequest(`http://${AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime/${path}`, { method, agent }, (response) => {
      text(response).then((answer) => done({ headers: response.headers as Record<string, string>, body: answer }), failed);
    });
    request.once("error", failed);
    // A handler that answers nothing answers null.
    request.end(method === "POST" ? JSON.stringify(body ?? null) : undefined);
  });
const describe = (error: unknown) => ({
  errorType: error instanceof Error ? error.name : typeof error,
  errorMessage: error instanceof Error ? error.message : String(error),
  trace: error instanceof Error ? error.stack?.split("\n") : [],
});

type Handler = (event: unknown, context: object) => Promise<unknown>;

const load = async (): Promise<Handler> => {
  const [file = "", name = ""] = _HANDLER.split(".");
  const module = (await import(pathToFileURL(join(LAMBDA_TASK_ROOT, `${file}.mjs`)).href)) as Record<string, unknown>;
  const handler = module[name];
  if (typeof handler !== "function") throw new Error(`${_HANDLER} is not a function`);
  if (handler.length > 2) throw new Error("nodejs24.x takes no handlers with a callback");
  return handler as Handler;
};

const contextOf = (headers: Record<string, string>) => ({
  functionName: AWS_LAMBDA_FUNCTION_NAME,
  functionVersion: "$LATEST",
  invokedFunctionArn: headers["lambda-runtime-invoked-function-arn"],
  memoryLimitInMB: AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
  awsRequestId: headers["lambda-runtime-aws-request-id"],
  logGroupName: "",
  logStreamName: "",
  callbackWaitsForEmptyEventLoop: true,
  getRemainingTimeInMillis: () => Number(headers["lambda-runtime-deadline-ms"]) - Date.now(),
});

const main = async () => {
  let handler: Handler;
  try {
    handler = await load();
  } catch (error) {
    await call("POST", "init/error", describe(error));
    process.exit(1);
  }
  for (;;) {
    const { headers, body } = await call("GET", "invocation/next");
    const id = headers["lambda-runtime-aws-request-id"] ?? "";
    try {
      const result = await handler(JSON.parse(body), contextOf(headers));
      await call("POST", `invocation/${id}/response`, result);
    } catch (error) {
      await call("POST", `invocation/${id}/error`, describe(error));
    }
  }
};

// The API goes away with the lane: an environment does not outlive it.
main().catch(() => process.exit(0));
