#!/usr/bin/env node
// The command line of the service: `email-service --help`.
import { run } from "./run.ts";

const ended = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => ended.abort());
// A reader such as `head` closes the pipe when it has enough; anything else, such as a full disk, loses what was printed.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  process.stderr.write(`The output cannot be written: ${error.message}\n`);
  process.exit(1);
});
process.stderr.on("error", () => undefined);
const { stdout: out, stderr: err, stdin: input, env } = process;
process.exitCode = await run(process.argv.slice(2), { out, err, input, env, signal: ended.signal });
