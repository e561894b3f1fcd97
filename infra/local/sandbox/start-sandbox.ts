/**
 * A mail provider on loopback: every address at every domain is a mailbox with the password `sandbox`, reached by SMTP and IMAP with
 * verified TLS. Some addresses answer, bounce or refuse (correspondents.ts).
 */
import { join } from "node:path";
import { createAuthority, loopbackNames } from "../certificates.ts";
import { type Behaviour, startCorrespondents, type Delivery } from "./correspondents.ts";
import { startImap } from "./imap/start-imap.ts";
import { openMailStore, type MailStore } from "./mail-store.ts";
import { startSmtp } from "./start-smtp.ts";

const PASSWORD = "sandbox";

/** The addresses, password and certificate of the sandbox. */
export interface Sandbox {
  readonly host: "127.0.0.1";
  readonly ports: SandboxPorts;
  /** The password of every address. */
  readonly password: string;
  /** The private CA that clients must trust, PEM; new at each start. */
  readonly ca: string;
  readonly store: MailStore;
  /** Answers a delivered message as a correspondent would; false for automatic mail, which is not answered. */
  answer(behaviour: Behaviour, delivery: Delivery): Promise<boolean>;
  /** Calls the listener with the address after each delivery. */
  onDelivered(listener: (address: string) => void): void;
  stop(): Promise<void>;
}

/** `smtp` uses STARTTLS, `smtps` and `imaps` TLS from the first byte. */
export interface SandboxPorts {
  readonly smtp: number;
  readonly smtps: number;
  readonly imaps: number;
}

/** Starts the sandbox; with `dir` its mail survives a restart, without `ports` it uses free ones. */
export const startSandbox = async ({ dir, ports }: { dir?: string; ports?: Partial<SandboxPorts> } = {}): Promise<Sandbox> => {
  const authority = await createAuthority();
  const certificate = await authority.issue(loopbackNames);
  const store = openMailStore(dir === undefined ? undefined : join(dir, "mail.jsonl"));
  let listener: (address: string) => void = () => {};
  const accepts = (user: string, password: string) => user.includes("@") && password === PASSWORD;
  const deliver = (delivery: Delivery) => {
    const { envelopeFrom, recipient, raw } = delivery;
    const trace = `Return-Path: <${envelopeFrom}>\r\nDelivered-To: ${recipient}\r\nReceived: by mx.sandbox.test with ESMTPSA; ${new Date().toUTCString()}\r\n`;
    store.deliver(recipient, Buffer.concat([Buffer.from(trace), raw]));
    correspondents.receive(delivery);
    listener(recipient);
  };
  const shared = { certificate, accepts, deliver };
  const smtps = await startSmtp({ ...shared, secure: true, port: ports?.smtps ?? 0 });
  const correspondents = startCorrespondents({ port: smtps.port, password: PASSWORD, ca: authority.ca });
  const smtp = await startSmtp({ ...shared, secure: false, port: ports?.smtp ?? 0 });
  const imap = await startImap({ store, certificate, accepts, port: ports?.imaps ?? 0 });
  return {
    host: "127.0.0.1",
    ports: { smtp: smtp.port, smtps: smtps.port, imaps: imap.port },
    password: PASSWORD,
    ca: authority.ca,
    store,
    answer: async (behaviour, delivery) => (await correspondents.answer(behaviour, delivery)) !== undefined,
    onDelivered(given) {
      listener = given;
    },
    async stop() {
      correspondents.stop();
      await Promise.all([smtp.stop(), smtps.stop(), imap.stop()]);
      store.close();
    },
  };
};
