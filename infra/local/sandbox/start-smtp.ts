import { SMTPServer, type SMTPServerDataStream, type SMTPServerError } from "smtp-server";
import type { ServerCertificate } from "../certificates.ts";
import { listenOnLoopback } from "../listen-on-loopback.ts";
import { type Accepts, isGraphOnly, SMTP_IS_OFF } from "./accepts.ts";
import { refusalOf, type Delivery } from "./correspondents.ts";

const MAX_MESSAGE_BYTES = 50 * 1024 * 1024;

const refusal = (code: number, text: string): SMTPServerError => Object.assign(new Error(text), { responseCode: code });

const readAll = async (stream: SMTPServerDataStream): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/** Starts the sandbox's submission server on 127.0.0.1: STARTTLS, or TLS from the first byte if `secure`; it accepts mail only after a login. */
export const startSmtp = async (options: {
  readonly secure: boolean;
  readonly certificate: ServerCertificate;
  readonly accepts: Accepts;
  readonly deliver: (delivery: Delivery) => void;
  readonly port?: number;
}): Promise<{ port: number; stop(): Promise<void> }> => {
  const server = new SMTPServer({
    ...options.certificate,
    secure: options.secure,
    name: "mx.sandbox.test",
    size: MAX_MESSAGE_BYTES,
    authMethods: ["PLAIN", "LOGIN", "XOAUTH2"],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 50,
    onAuth({ username = "", password, accessToken }, _session, done) {
      if (isGraphOnly(username)) done(refusal(535, SMTP_IS_OFF));
      else if (options.accepts(username, { password, accessToken }, "SMTP.Send")) done(null, { user: username });
      else done(refusal(535, "5.7.8 wrong user or password"));
    },
    onRcptTo({ address }, _session, done) {
      const refused = refusalOf(address);
      done(refused === undefined ? null : refusal(refused.code, refused.text));
    },
    onData(stream, { id, envelope }, done) {
      const take = async () => {
        const raw = await readAll(stream);
        if (stream.sizeExceeded) throw refusal(552, "5.3.4 message too big");
        const envelopeFrom = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        for (const { address } of envelope.rcptTo) options.deliver({ envelopeFrom, recipient: address, raw });
      };
      take().then(
        () => done(null, `2.0.0 accepted as ${id}`),
        (error: Error) => done(error),
      );
    },
  });
  server.on("error", () => {}); // a client that drops its connection is no error of the sandbox
  return {
    port: await listenOnLoopback(server.server, options.port),
    stop: () => new Promise((done) => server.close(() => done())),
  };
};
