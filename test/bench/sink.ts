import { fork } from "node:child_process";
import { once } from "node:events";
import tls from "node:tls";

/** What the sink has counted since its start. */
export interface Counts {
  readonly accepted: number;
  /** Different Message-IDs among them. */
  readonly distinct: number;
  readonly connections: number;
  readonly roundTrips: number;
}

/** An SMTP server with TLS in a process of its own, which this process trusts and which accepts everything. */
export interface Sink {
  readonly port: number;
  counts(): Promise<Counts>;
  stop(): void;
}

/** Starts a sink; the curve of its key exchange is Node's choice when absent. */
export const startSink = async ({ ecdhCurve = tls.DEFAULT_ECDH_CURVE } = {}): Promise<Sink> => {
  const child = fork(new URL("sink-process.ts", import.meta.url), [ecdhCurve]);
  const [{ port, ca }] = (await once(child, "message")) as [{ readonly port: number; readonly ca: string }];
  tls.setDefaultCACertificates([...tls.getCACertificates("default"), ca]);
  return {
    port,
    counts: async () => {
      const answer = once(child, "message");
      child.send("counts");
      return ((await answer) as [Counts])[0];
    },
    stop: () => child.disconnect(),
  };
};
