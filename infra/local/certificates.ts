// A private certificate authority in memory, so that the sandbox and the tests use verified TLS (S4 in SECURITY.md) and no key is stored in the
// repository.
import { randomBytes } from "node:crypto";
import { isIPv4 } from "node:net";
import { generate } from "selfsigned";

/** A TLS server's certificate and key, PEM. */
export interface ServerCertificate {
  readonly key: string;
  readonly cert: string;
}

/** The validity period of a certificate; a past `to` makes an expired one. */
export interface Validity {
  readonly from: Date;
  readonly to: Date;
}

/** An authority: clients trust `ca` (PEM), `issue` signs a certificate for host names and IPv4 addresses. */
export interface Authority {
  readonly ca: string;
  issue(names: readonly string[], validity?: Validity): Promise<ServerCertificate>;
}

const DAY_MS = 86_400_000;

const named = (commonName: string) => [{ name: "commonName", value: commonName }];
const altName = (name: string) => (isIPv4(name) ? ({ type: 7, ip: name } as const) : ({ type: 2, value: name } as const));
const signed = ({ from, to }: Validity) =>
  ({ keyType: "ec", curve: "P-256", algorithm: "sha256", notBeforeDate: from, notAfterDate: to }) as const;

/** Makes an ECDSA P-256 authority (RFC 5280), valid for a year, whose key exists only in this process. */
export const createAuthority = async (): Promise<Authority> => {
  const year: Validity = { from: new Date(Date.now() - DAY_MS), to: new Date(Date.now() + 365 * DAY_MS) };
  // Each authority has a different name, because a client that trusts two finds the issuer by name alone.
  const root = await generate(named(`sandbox ${randomBytes(8).toString("hex")} - do not trust`), {
    ...signed(year),
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return {
    ca: root.cert,
    issue: async (names, validity = year) => {
      const { private: key, cert } = await generate(named(names[0] ?? "localhost"), {
        ...signed(validity),
        ca: { key: root.private, cert: root.cert },
        extensions: [
          { name: "basicConstraints", cA: false, critical: true },
          { name: "extKeyUsage", serverAuth: true },
          { name: "subjectAltName", altNames: names.map(altName) },
        ],
      });
      return { key, cert };
    },
  };
};

/** The names in the certificates of all loopback servers. */
export const loopbackNames = ["localhost", "127.0.0.1"] as const;
