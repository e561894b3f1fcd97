// The receivers that the guide shows, run as they are printed.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, it } from "vitest";
import { newSecret, signedHeaders } from "#shared/webhooks/deliver-webhook.ts";

const guides = readFileSync("shared/docs/guides/webhooks.md", "utf8");
const example = (language: string): string => new RegExp(`\`\`\`${language}\\n([^\`]*webhook[^]*?)\`\`\``).exec(guides)?.[1] ?? "";
const [secret, old] = [newSecret(), newSecret()];
const body = JSON.stringify({ id: "e1", type: "send.replied", sequence: 7, data: { subject: "Grüße ✓" } });
const headers = signedHeaders([old, secret], "e1", new Date(), body);
const cleanups: (() => unknown)[] = [];
afterAll(() => cleanups.forEach((clean) => clean()));

const freePort = async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => void server.once("listening", done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => void server.close(done));
  return port;
};

it("takes a signed event and refuses another, in Node.js", async () => {
  const port = await freePort();
  const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) };
  const child = spawn(process.execPath, ["--input-type=module", "-e", example("js")], { env });
  cleanups.push(() => child.kill());
  const post = async (text: string): Promise<number> => {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}`, { method: "POST", headers, body: text }).catch(() => undefined);
      if (answer) return answer.status;
      if (child.exitCode !== null) throw new Error("the example has ended");
      await new Promise((done) => setTimeout(done, 50));
    }
  };

  expect([await post(body), await post(body.replace("7", "8"))]).toEqual([204, 400]);
});

const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython) console.log("the guide's Python receiver is skipped: there is no python3");

it.skipIf(!hasPython)("takes a signed event and refuses another, in Python", () => {
  const script = `${example("python")}
import sys
ask = json.loads(sys.argv[1])
def told(body):
    try:
        return verify(ask["secret"], ask["headers"], body.encode())["sequence"]
    except ValueError as error:
        return str(error)
print(json.dumps([told(ask["body"]), told(ask["body"].replace("7", "8"))]))
`;
  const ask = JSON.stringify({ secret, headers, body });

  const answer = execFileSync("python3", ["-c", script, ask], { encoding: "utf8" });

  expect(JSON.parse(answer)).toEqual([7, "not signed with this secret"]);
});
