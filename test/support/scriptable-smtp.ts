import { createHash } from "node:crypto";
import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { TLSSocket, createSecureContext } from "node:tls";
import { createAuthority, loopbackNames, type ServerCertificate } from "#infra/local/certificates.ts";
import { listenOnLoopback, readSocket } from "#infra/local/socket-input.ts";

/**
 * An SMTP server that fails on demand (test/README.md): a script says what happens at each step, everything accepted goes to
 * an fsynced log, which is the oracle for "lost" and "sent twice". Alone: `node test/support/scriptable-smtp.ts '{"script": …}'`.
 */

/** `midBody` strikes at the first body bytes, `dot` answers the final dot, `afterDot` strikes once that answer is out. */
export type Step = "banner" | "ehlo" | "starttls" | "auth" | "mail" | "rcpt" | "data" | "midBody" | "dot" | "afterDot";

/** What a step does: wait `delayMs`, answer `reply` (one byte each `dripMs`, if given), then `end`. `accepted` overrules what the log says. */
export interface Fault {
  readonly delayMs?: number;
  /** The whole answer without line end; lines of a longer one are separated by CRLF. Absent with `end`: no answer at all. */
  readonly reply?: string;
  readonly dripMs?: number;
  /** In mid body: strikes once so many bytes of it have come. */
  readonly atByte?: number;
  readonly end?: "drop" | "reset" | "hang";
  /** At the dot: the server keeps the message although it does not say so (RFC 1047), or loses it although it says 250. */
  readonly accepted?: boolean;
}

/** A fault at every passage, or a list of which each passage takes one; after the list all is well (`{}` is a passage without fault). */
export type Script = Partial<Record<Step, Fault | readonly Fault[]>>;

/** One line of the log. */
export interface AcceptedMail {
  readonly messageId: string;
  readonly from: string;
  readonly rcpt: readonly string[];
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly bytes: number;
  /** Of the mail as it was before dots were stuffed (RFC 5321, 4.5.2), in hexadecimal. */
  readonly sha256: string;
}

export interface ScriptableSmtpOptions {
  readonly script?: Script;
  readonly tls?: "none" | "starttls" | "implicit";
  readonly certificate?: ServerCertificate;
  readonly port?: number;
  /** RSET is answered and does nothing, as if the client had left it out. */
  readonly ignoresReset?: boolean;
  /** A file that gets one JSON line per accepted message, fsynced before the answer leaves. */
  readonly logFile?: string;
  /** Hears of every accepted message, with its octets. */
  readonly onMail?: (mail: AcceptedMail, raw: Buffer) => void;
}

const answers: Record<Step, string> = {
  banner: "220 scriptable ESMTP",
  ehlo: "250-scriptable\r\n250-PIPELINING\r\n250-8BITMIME\r\n250-SIZE 52428800",
  starttls: "220 go ahead",
  auth: "235 2.7.0 welcome",
  mail: "250 2.1.0 ok",
  rcpt: "250 2.1.5 ok",
  data: "354 end with a dot",
  midBody: "",
  dot: "250 2.0.0 accepted",
  afterDot: "",
};
/** The mail as it was before dots were stuffed; the final dot's own line end is the mail's last one. */
const unstuffed = (body: Buffer): Buffer =>
  Buffer.from(`${body.toString("latin1").replaceAll("\r\n..", "\r\n.").replace(/^\.\./, ".")}\r\n`, "latin1");
const address = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? "";

/** Starts the server on 127.0.0.1; `script` may be replaced while it runs, the counters only grow. */
export const startScriptableSmtp = async (options: ScriptableSmtpOptions = {}) => {
  const tls = options.tls ?? "none";
  const authority = await createAuthority();
  const certificate = options.certificate ?? (await authority.issue(loopbackNames));
  const secureContext = createSecureContext(certificate);
  const log = options.logFile === undefined ? undefined : openSync(options.logFile, "a", 0o600);
  const sockets = new Set<Socket>();
  const script: Script = options.script ?? {};
  const state = {
    port: 0,
    /** The private CA to trust, PEM; of no use when a `certificate` was given. */
    ca: authority.ca,
    script,
    connections: 0,
    /** The names in EHLO. */
    hellos: [] as string[],
    /** Answers that the client had to wait for; what it pipelines counts once. */
    roundTrips: 0,
    accepted: [] as AcceptedMail[],
    /** How often each recipient was named. */
    tried: new Map<string, number>(),
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
      if (log !== undefined) closeSync(log);
    },
  };
  const used = new Map<Fault | readonly Fault[], number>();
  const faultAt = (step: Step): Fault => {
    const faults = state.script[step] ?? {};
    if (!Array.isArray(faults)) return faults as Fault;
    const turn = used.get(faults) ?? 0;
    used.set(faults, turn + 1);
    return (faults as readonly Fault[])[turn] ?? {};
  };
  const accept = (body: Buffer, from: string, rcpt: readonly string[]) => {
    const messageId = /^message-id:\s*(\S+)/im.exec(body.toString("latin1"))?.[1] ?? "";
    const raw = unstuffed(body);
    const sha256 = createHash("sha256").update(raw).digest("hex");
    const mail: AcceptedMail = { messageId, from, rcpt, time: Date.now(), bytes: body.length, sha256 };
    options.onMail?.(mail, raw);
    if (log !== undefined) {
      writeSync(log, `${JSON.stringify(mail)}\n`);
      fsyncSync(log);
    }
    state.accepted.push(mail);
  };

  const converse = async (raw: Socket) => {
    let socket = raw;
    let secure = tls === "implicit";
    if (secure) socket = new TLSSocket(raw, { isServer: true, secureContext }).on("error", () => raw.destroy());
    let from = "";
    let rcpt: string[] = [];
    let inTransaction = false;
    let answered = true;
    const write = (text: string) => {
      answered = true;
      return socket.write(text);
    };
    const listen = () =>
      readSocket(socket, () => {
        if (answered) state.roundTrips += 1;
        answered = false;
      });
    let input = listen();
    /** Performs a step; false when the conversation is over. */
    const perform = async (step: Step, usual = answers[step], fault = faultAt(step)): Promise<boolean> => {
      if (fault.delayMs !== undefined) await sleep(fault.delayMs, undefined, { ref: false });
      const answer = fault.reply ?? (fault.end === undefined ? usual : "");
      const bytes = answer === "" ? "" : `${answer}\r\n`;
      for (const piece of fault.dripMs === undefined ? [bytes] : bytes) {
        write(piece);
        if (fault.dripMs !== undefined) await sleep(fault.dripMs);
      }
      if (fault.end === "drop") socket.destroySoon();
      if (fault.end === "reset") raw.resetAndDestroy();
      if (fault.end === "hang") await new Promise((done) => raw.once("close", done));
      return fault.end === undefined && !answer.startsWith("421");
    };
    const data = async (): Promise<boolean> => {
      const fault = faultAt("data");
      if (!(await perform("data", answers.data, fault))) return false;
      if (fault.reply !== undefined && !fault.reply.startsWith("354")) return true;
      if (!(await input.some())) return false;
      const middle = faultAt("midBody");
      const begun = (await input.take(middle.atByte ?? 0))?.toString("latin1");
      if (begun === undefined || !(await perform("midBody", answers.midBody, middle))) return false;
      input.unshift(`\r\n${begun}`); // an empty body is a lone dot
      const body = await input.takeUntil("\r\n.\r\n");
      if (body === undefined) return false;
      inTransaction = false;
      const dot = faultAt("dot");
      if (dot.accepted ?? (dot.reply ?? (dot.end === undefined ? "250" : "")).startsWith("2")) accept(body.subarray(2), from, rcpt);
      return (await perform("dot", answers.dot, dot)) && perform("afterDot");
    };
    const auth = async (line: string): Promise<boolean> => {
      if (/^auth login$/i.test(line)) {
        write("334 VXNlcm5hbWU6\r\n");
        await input.takeUntil("\r\n");
      }
      if (!/^auth \S+ \S/i.test(line)) {
        write("334 UGFzc3dvcmQ6\r\n");
        await input.takeUntil("\r\n");
      }
      return perform("auth");
    };
    const command = async (line: string): Promise<boolean> => {
      const verb = (/^[a-z]+/i.exec(line)?.[0] ?? "").toUpperCase();
      if (verb === "EHLO" || verb === "HELO") {
        state.hellos.push(line.slice(5));
        const offered = tls === "starttls" && !secure ? "250-STARTTLS\r\n" : "";
        return perform("ehlo", `${answers.ehlo}\r\n${offered}250 AUTH PLAIN LOGIN XOAUTH2`);
      }
      if (verb === "STARTTLS") {
        const fault = faultAt("starttls");
        if (!(await perform("starttls", answers.starttls, fault))) return false;
        if (fault.reply !== undefined && !fault.reply.startsWith("220")) return true;
        socket = new TLSSocket(raw, { isServer: true, secureContext }).on("error", () => raw.destroy());
        secure = true;
        input = listen();
        return true;
      }
      if (verb === "AUTH") return auth(line);
      if (verb === "MAIL") {
        const fault = faultAt("mail");
        if (inTransaction) {
          write("503 5.5.1 nested MAIL command\r\n");
          return true;
        }
        [from, rcpt] = [address(line), []];
        inTransaction = (fault.reply ?? "250").startsWith("2");
        return perform("mail", answers.mail, fault);
      }
      if (verb === "RCPT") {
        const fault = faultAt("rcpt");
        state.tried.set(address(line), (state.tried.get(address(line)) ?? 0) + 1);
        if ((fault.reply ?? "250").startsWith("2")) rcpt.push(address(line));
        return perform("rcpt", answers.rcpt, fault);
      }
      if (verb === "DATA") {
        if (rcpt.length > 0) return data();
        write("554 5.5.1 no valid recipients\r\n");
        return true;
      }
      if (verb === "RSET" && options.ignoresReset !== true) [inTransaction, rcpt] = [false, []];
      write(verb === "QUIT" ? "221 bye\r\n" : verb === "RSET" || verb === "NOOP" ? "250 ok\r\n" : "500 unknown\r\n");
      return verb !== "QUIT";
    };
    let open = await perform("banner");
    while (open) {
      const line = await input.takeUntil("\r\n");
      open = line !== undefined && (await command(line.toString("utf8")));
    }
    socket.destroySoon();
  };

  const server = createServer((socket) => {
    state.connections += 1;
    sockets.add(socket.setNoDelay(true));
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
    void converse(socket);
  });
  state.port = await listenOnLoopback(server, options.port);
  return state;
};

/** A running server. */
export type ScriptableSmtp = Awaited<ReturnType<typeof startScriptableSmtp>>;

if (import.meta.main) {
  const server = await startScriptableSmtp(JSON.parse(process.argv[2] ?? "{}") as ScriptableSmtpOptions);
  console.log(JSON.stringify({ port: server.port, ca: server.ca }));
  process.on("SIGTERM", () => void server.stop());
}
