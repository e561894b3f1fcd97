import { generateKeyPairSync, randomBytes, sign, X509Certificate } from "node:crypto";
import type { KeyObject } from "node:crypto";

/** A certificate and its private key, both PEM. */
export interface TestCertificate {
  readonly cert: string;
  readonly key: string;
}

/** A private CA for tests that signs server certificates for any name and date; ECDSA P-256, DER written by hand (RFC 5280). */
export function createTestCa(): { readonly cert: string; issue(options: { names: string[]; notAfter?: Date }): TestCertificate } {
  const ca = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const subject = name("Test CA");
  const days = (count: number) => new Date(Date.now() + count * 86_400_000);
  const cert = certificate({
    subject,
    issuer: subject,
    publicKey: ca.publicKey,
    signer: ca.privateKey,
    notAfter: days(30),
    extensions: [basicConstraints],
  });
  return {
    cert,
    issue({ names, notAfter = days(30) }) {
      const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const extensions = [subjectAltName(names)];
      return {
        cert: certificate({ subject: name(names[0] ?? ""), issuer: subject, publicKey, signer: ca.privateKey, notAfter, extensions }),
        key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
      };
    },
  };
}

interface Content {
  readonly subject: Buffer;
  readonly issuer: Buffer;
  readonly publicKey: KeyObject;
  readonly signer: KeyObject;
  readonly notAfter: Date;
  readonly extensions: readonly Buffer[];
}

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
};
const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const name = (common: string) => der(0x30, der(0x31, der(0x30, oid("550403"), der(0x0c, Buffer.from(common)))));
const time = (date: Date) => der(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`));
const basicConstraints = der(0x30, oid("551d13"), der(0x01, Buffer.from([255])), der(0x04, der(0x30, der(0x01, Buffer.from([255])))));
const ecdsaSha256 = der(0x30, oid("2a8648ce3d040302"));

function subjectAltName(names: readonly string[]): Buffer {
  const entries = names.map((entry) => {
    const ipv4 = /^[\d.]+$/.test(entry);
    return der(ipv4 ? 0x87 : 0x82, ipv4 ? Buffer.from(entry.split(".").map(Number)) : Buffer.from(entry));
  });
  return der(0x30, oid("551d11"), der(0x04, der(0x30, ...entries)));
}

function certificate({ subject, issuer, publicKey, signer, notAfter, extensions }: Content): string {
  const notBefore = new Date(Math.min(Date.now(), notAfter.getTime()) - 86_400_000);
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaSha256,
    issuer,
    der(0x30, time(notBefore), time(notAfter)),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(0x30, ...extensions)),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", body, signer));
  return new X509Certificate(der(0x30, body, ecdsaSha256, signature)).toString();
}
