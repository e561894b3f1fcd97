import { isIP, type Socket } from "node:net";
import { connect, createSecureContext, type SecureContext, type TLSSocket } from "node:tls";
import { MailFailure } from "../../domain/mailboxes/connection/mail-failure.ts";
import { isCertificateProblem, type UpgradeTls } from "../../domain/mailboxes/egress/egress.ts";

const TIMEOUT_MS = 10_000;

let shared: SecureContext | undefined;

/** TLS 1.2 or later, certificate and name always verified, within 10 s (S4); a private CA comes by NODE_EXTRA_CA_CERTS. */
export const upgradeTls: UpgradeTls<Socket, TLSSocket> = async (socket, { servername, protocol }) => {
  // One context for all: building one parses every CA certificate anew.
  shared ??= createSecureContext({ minVersion: "TLSv1.2" });
  const tls = connect({
    socket,
    secureContext: shared,
    host: servername,
    servername: isIP(servername) ? "" : servername,
    rejectUnauthorized: true,
  });
  tls.on("error", () => undefined);
  try {
    await handshake(tls);
    return tls;
  } catch (cause) {
    tls.destroy();
    socket.destroy();
    throw new MailFailure(protocol, isCertificateProblem(cause) ? "certificate" : "unreachable", { cause });
  }
};

const handshake = (tls: TLSSocket): Promise<void> => {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("TLS timed out")), TIMEOUT_MS);
    const settle = (done: () => void) => {
      clearTimeout(timer);
      tls.off("error", onError).off("close", onClose);
      done();
    };
    const onError = (error: Error) => settle(() => reject(error));
    const onClose = () => settle(() => reject(new Error("closed during TLS")));
    tls
      .once("secureConnect", () => settle(resolve))
      .once("error", onError)
      .once("close", onClose);
  });
};
