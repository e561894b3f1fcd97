import { readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** Processor time of a process so far, ms. */
const ofProcess = (pid: string): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
};

/** Processor time since the start, ms: this process, and all that it started (MongoDB, SMTP servers). It holds on a busy machine, where wall time does not. */
export const cpuMeter = (): (() => { readonly own: number; readonly children: number }) => {
  const now = () => {
    const { user, system } = process.cpuUsage();
    const pids = readFileSync(`/proc/self/task/${process.pid}/children`, "latin1").split(" ").filter(Boolean);
    return { own: (user + system) / 1000, children: pids.reduce((total, pid) => total + ofProcess(pid), 0) };
  };
  const begun = now();
  return () => {
    const { own, children } = now();
    return { own: own - begun.own, children: children - begun.children };
  };
};
