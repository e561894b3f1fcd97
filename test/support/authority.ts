import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { type Authority, createAuthority, loopbackNames, type ServerCertificate } from "#infra/local/certificates.ts";

let made: Promise<Authority> | undefined;

/** The one authority that this process trusts: suites that share a process share what it has cached of its trust. */
export const trustedAuthority = (): Promise<Authority> => {
  made ??= createAuthority().then((authority) => {
    setDefaultCACertificates([...getCACertificates("default"), authority.ca]);
    return authority;
  });
  return made;
};

/** A certificate of that authority for servers on loopback. */
export const trustedCertificate = async (): Promise<ServerCertificate> => (await trustedAuthority()).issue(loopbackNames);
