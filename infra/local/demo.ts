// `npm run demo`: starts the whole system in a temporary folder and runs through its main functions with real protocols, checking every step.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDataFolder } from "./data-folder.ts";
import { play } from "./demo/play.ts";
import { runMain } from "./terminal.ts";
import { startLocalSystem } from "./local-system.ts";

const main = async () => {
  process.env["LOG_LEVEL"] = "warn";
  const began = Date.now();
  const folder = mkdtempSync(join(tmpdir(), "email-demo-"));
  try {
    const system = await startLocalSystem({ port: 0, folder: await openDataFolder(folder) });
    try {
      await play(system);
    } finally {
      await system.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(
    "\nNext: `npm start` leaves the system running and prints an API key; its documentation is at /docs, its mail at /sandbox, a tour with curl in README.md.",
  );
  console.log(`demo: ok (${Math.round((Date.now() - began) / 1000)} s)`);
  process.exit(0);
};

runMain(main);
