import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";

it("does the main job with real protocols and ends with demo: ok", async () => {
  const demo = spawn(process.execPath, ["infra/local/demo.ts"], { stdio: ["ignore", "pipe", "pipe"] });

  const [output, errors, code] = await Promise.all([text(demo.stdout), text(demo.stderr), new Promise((done) => demo.once("exit", done))]);

  expect(code, `${output}\n${errors}`).toBe(0);
  expect(output.trim().split("\n").at(-1)).toMatch(/^demo: ok/);
}, 90_000);
