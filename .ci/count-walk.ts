// The walk of a send, from the request to its result: the files with a function that ran, and the imports between them that lead into another room.
// Measured by V8's coverage over one email of a running system, after one that loads what is loaded later. It prints; it is no gate.
import { readFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { fileURLToPath } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import { type RunningSystem, runSystem } from "#test/support/running-system.ts";

const own = /\/((?:functions|shared)\/[^?]+\.ts)$/;
/** The room of a file: `shared/sending`, and `functions` for the endpoints and jobs. */
const roomOf = (path: string): string => /^shared\/[a-z]+|^functions/.exec(path)?.[0] ?? path;

const sendOne = async ({ call }: RunningSystem, mailbox: string): Promise<void> => {
  const { body } = await call("POST", "/v1/send", { mailbox_id: mailbox, to: "jane@example.com", subject: "Walk", body_text: "Hello" });
  const { id } = body as { readonly id: string };
  for (let tries = 0; tries < 200; tries += 1) {
    const { status } = (await call("GET", `/v1/send/${id}`)).body as { readonly status: string };
    if (status === "sent") return;
    await pause(50);
  }
  throw new Error("the email was not sent within ten seconds");
};

const system = await runSystem();
try {
  const mailbox = await system.connect("walk@example.com");
  await sendOne(system, mailbox);
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await sendOne(system, mailbox);
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const walked = new Set(
    result
      .filter(({ functions }) => functions.some(({ functionName, ranges }) => functionName !== "" && (ranges[0]?.count ?? 0) > 0))
      .flatMap(({ url }) => (url.startsWith("file:") ? (own.exec(fileURLToPath(url))?.[1] ?? []) : [])),
  );
  const rooms = [...walked].flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/from "#?((?:shared|functions)\/[^"]+)"/g)]
      .map(([, path = ""]) => path)
      .filter((path) => walked.has(path) && roomOf(path) !== roomOf(file)),
  );
  console.log(
    `the walk of a send: ${walked.size} files in ${new Set([...walked].map(roomOf)).size} rooms, ${rooms.length} imports into another room`,
  );
  if (process.argv.includes("--list")) console.log([...walked].toSorted().join("\n"));
} finally {
  await system.stop();
}
