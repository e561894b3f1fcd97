// `node test/cost/one-environment.ts <bundle's folder>`: runs a function's bundle on the events that come as messages, one at a time, and tells how much memory it took.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

type Handler = (event: unknown, context: { readonly awsRequestId: string }) => Promise<unknown>;

/** The most that this process ever held in memory, MB. */
const peakMb = (): number => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1024;

const { handler } = (await import(pathToFileURL(join(process.argv[2] ?? "", "index.mjs")).href)) as { handler: Handler };
process.on("message", (event) => {
  handler(event, { awsRequestId: "memory" }).then(
    (answer) => process.send?.({ answer, peakMb: peakMb() }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.send?.({ ready: true });
