import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import tls from "node:tls";
import { fileURLToPath } from "node:url";

/** An SMTP server with TLS in a process of its own, which this process trusts. */
export interface Sink {
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts the scriptable SMTP server as a sink that accepts everything. */
export const startSink = async (): Promise<Sink> => {
  const file = fileURLToPath(new URL("../support/scriptable-smtp.ts", import.meta.url));
  const child = spawn(process.execPath, [file, JSON.stringify({ tls: "implicit" })], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const { port, ca } = JSON.parse(line) as { readonly port: number; readonly ca: string };
  tls.setDefaultCACertificates([...tls.getCACertificates("default"), ca]);
  return {
    port,
    stop: async () => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
};
