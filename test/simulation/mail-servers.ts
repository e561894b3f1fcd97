import { latencies, readMeasured } from "#infra/cost/prices.ts";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { Outcome, Submission } from "#shared/sending/ports/submission.ts";
import type { VirtualTime } from "./virtual-time.ts";

const measured = readMeasured();
/** Of an email's processor time at full speed and of a login's, ms. */
const EMAIL_CPU_MS = measured.batchedEmail.cpuMs;
const LOGIN_CPU_MS = measured.singleEmail.cpuMs - EMAIL_CPU_MS;
/** Of an email with PIPELINING, and of a login with TLS and SASL. */
const EMAIL_ROUND_TRIPS = 2;
const LOGIN_ROUND_TRIPS = Math.round(measured.roundTrips.single) - EMAIL_ROUND_TRIPS;
/** A dead host costs the time limit of a connection. */
const DEAD_MS = 10_000;
/** A name whose DNS never answers costs the time limit of a look-up. */
const LOOK_UP_MS = 10_000;

/** What goes wrong at the mail servers, as a scenario plans it. */
export interface Faults {
  /** Providers that do not answer, by time in ms since midnight. */
  readonly isDown: (provider: Mailbox["type"], ms: number) => boolean;
  /** What never answers for a mailbox: its server after the final dot, or the DNS of its server's name. */
  readonly hangs: (mailbox: Mailbox) => "dot" | "name" | undefined;
  /** With which reply a mailbox's server refuses its next mail; asked once for each mail before it is taken. */
  readonly refuses: (mailbox: Mailbox, ms: number) => string | undefined;
}

interface ServersOptions extends Faults {
  readonly time: VirtualTime;
  readonly begun: number;
  /** A latency around this one, ms. */
  readonly spread: (ms: number) => number;
  /** How long processor time takes in the worker's memory size, ms. */
  readonly cpu: (ms: number) => number;
}

/** The mail servers of a world, each login and email at its latencies, with the faults that the scenario plans. */
export const mailServers = ({ time, begun, spread, cpu, isDown, hangs, refuses }: ServersOptions) => {
  let [connections, mostConnections] = [0, 0];
  const open = async (type: Mailbox["type"], box?: Mailbox): Promise<Submission> => {
    const hanging = box && hangs(box);
    if (hanging === "name") {
      await time.sleep(LOOK_UP_MS);
      throw new MailFailure("SMTP", "unreachable");
    }
    if (isDown(type, time.now() - begun)) {
      await time.sleep(DEAD_MS);
      throw new MailFailure("SMTP", "unreachable");
    }
    await time.sleep(spread(LOGIN_ROUND_TRIPS * latencies.mailRoundTripMs) + cpu(LOGIN_CPU_MS));
    connections += 1;
    mostConnections = Math.max(mostConnections, connections);
    const submit = async (intend: Parameters<Submission["submit"]>[1], replyTimeoutMs: number): Promise<Outcome> => {
      if (isDown(type, time.now() - begun)) {
        await time.sleep(DEAD_MS);
        return { kind: "unreached", failure: new MailFailure("SMTP", "unreachable") };
      }
      await time.sleep(spread(latencies.mailRoundTripMs) + cpu(EMAIL_CPU_MS));
      const reply = box && refuses(box, time.now() - begun);
      if (reply !== undefined) return { kind: "refused", code: Number(reply.slice(0, 3)), reply };
      if (!(await intend([]))) return { kind: "fenced" };
      if (hanging === "dot") return time.sleep(replyTimeoutMs).then(() => ({ kind: "unknown" }));
      await time.sleep(spread((EMAIL_ROUND_TRIPS - 1) * latencies.mailRoundTripMs + latencies.mailServerMs));
      return { kind: "sent" };
    };
    let closed = false;
    return {
      open: true,
      submit: (_message, intend, replyTimeoutMs) => submit(intend, replyTimeoutMs),
      close: () => {
        if (!closed) connections -= 1;
        closed = true;
      },
    };
  };
  return { open, facts: () => ({ connections, mostConnections }) };
};
