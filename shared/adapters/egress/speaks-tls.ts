import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { MailFailure } from "../../domain/mailboxes/connection/mail-failure.ts";
import type { Egress, EgressTarget } from "../../domain/mailboxes/egress/egress.ts";

/** Whether a server answers a TLS hello at the beginning of a connection, whatever its certificate. */
export const speaksTls =
  ({ openSocket, upgradeTls }: Egress<Socket, TLSSocket>) =>
  async (target: EgressTarget): Promise<boolean> => {
    try {
      const { socket } = await openSocket(target);
      const tls = await upgradeTls(socket, { servername: target.host, port: target.port, protocol: target.protocol });
      tls.destroy();
      return true;
    } catch (error) {
      return error instanceof MailFailure && error.reason === "certificate";
    }
  };
