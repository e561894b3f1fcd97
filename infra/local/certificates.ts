/**
 * A private certificate authority made in memory, so that the sandbox and the tests speak verified TLS (S4) and no key lies in the
 * repository. node:crypto signs but issues no X.509, hence the few lines of DER (ITU-T X.690) below.
 */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";
import { isIPv4 } from "node:net";

/** What a TLS server needs, PEM. */
export interface ServerCertificate {
  readonly key: string;
  readonly cert: string;
}

/** An authority: `ca` is what a client has to trust (PEM), `issue` signs a certificate for host names and IPv4 addresses. */
export interface Authority {
  readonly ca: string;
  issue(names: readonly string[], validity?: Validity): ServerCertificate;
}

/** The period in which a certificate holds; an expired one is asked for by giving a past `to`. */
export interface Validity {
  readonly from: Date;
  readonly to: Date;
}

const DAY_MS = 86_400_000;
const OID = {
  ecdsaWithSha256: "1.2.840.10045.4.3.2",
  commonName: "2.5.4.3",
  subjectKeyId: "2.5.29.14",
  keyUsage: "2.5.29.15",
  subjectAltName: "2.5.29.17",
  basicConstraints: "2.5.29.19",
  authorityKeyId: "2.5.29.35",
  extendedKeyUsage: "2.5.29.37",
  serverAuth: "1.3.6.1.5.5.7.3.1",
};

const bigEndian = (value: number): Buffer => {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, "hex");
};

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const length = bigEndian(body.length);
  return Buffer.concat([Buffer.of(tag), body.length < 128 ? length : Buffer.concat([Buffer.of(0x80 | length.length), length]), body]);
};
const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);
const octets = (body: Buffer) => der(0x04, body);
const bits = (body: Buffer, unused = 0) => der(0x03, Buffer.of(unused), body);
const TRUE = der(0x01, Buffer.of(0xff));

const oid = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  const base128 = (value: number): number[] => (value < 128 ? [value] : [...base128(value >> 7).map((byte) => byte | 0x80), value & 0x7f]);
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
};

const name = (commonName: string) => sequence(der(0x31, sequence(oid(OID.commonName), der(0x0c, Buffer.from(commonName)))));
const utcTime = (at: Date) => der(0x17, Buffer.from(`${at.toISOString().slice(2, 19).replace(/[-T:]/g, "")}Z`));
const extension = (id: string, value: Buffer, critical = false) => sequence(oid(id), ...(critical ? [TRUE] : []), octets(value));
const altName = (host: string) => (isIPv4(host) ? der(0x87, Buffer.from(host.split(".").map(Number))) : der(0x82, Buffer.from(host)));
const pem = (body: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${body.toString("base64").replace(/(.{64})(?!$)/g, "$1\n")}\n-----END CERTIFICATE-----\n`;

interface ToBeSigned {
  readonly issuer: string;
  readonly subject: string;
  readonly publicKey: KeyObject;
  readonly extensions: readonly Buffer[];
  readonly validity: Validity;
}

const certificate = (facts: ToBeSigned, issuerKey: KeyObject): string => {
  const algorithm = sequence(oid(OID.ecdsaWithSha256));
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40; // positive and without a leading zero, as DER wants an INTEGER
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, serial),
    algorithm,
    name(facts.issuer),
    sequence(utcTime(facts.validity.from), utcTime(facts.validity.to)),
    name(facts.subject),
    facts.publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(...facts.extensions)),
  );
  return pem(sequence(body, algorithm, bits(sign("sha256", body, issuerKey))));
};

const keyId = (publicKey: KeyObject) =>
  createHash("sha1")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest();

/** Makes an ECDSA P-256 authority (RFC 5280), good for a year, whose key exists only in this process. */
export const createAuthority = (commonName = "sandbox only, do not trust"): Authority => {
  const year: Validity = { from: new Date(Date.now() - DAY_MS), to: new Date(Date.now() + 365 * DAY_MS) };
  const authority = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ca = certificate(
    {
      issuer: commonName,
      subject: commonName,
      publicKey: authority.publicKey,
      validity: year,
      extensions: [
        extension(OID.basicConstraints, sequence(TRUE), true),
        extension(OID.keyUsage, bits(Buffer.of(0x06), 1), true), // keyCertSign, cRLSign
        extension(OID.subjectKeyId, octets(keyId(authority.publicKey))),
      ],
    },
    authority.privateKey,
  );
  const issue = (names: readonly string[], validity = year): ServerCertificate => {
    const server = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const extensions = [
      extension(OID.basicConstraints, sequence(), true),
      extension(OID.extendedKeyUsage, sequence(oid(OID.serverAuth))),
      extension(OID.subjectAltName, sequence(...names.map(altName))),
      extension(OID.authorityKeyId, sequence(der(0x80, keyId(authority.publicKey)))),
    ];
    const facts = { issuer: commonName, subject: names[0] ?? "localhost", publicKey: server.publicKey, validity, extensions };
    return { key: server.privateKey.export({ type: "pkcs8", format: "pem" }).toString(), cert: certificate(facts, authority.privateKey) };
  };
  return { ca, issue };
};

/** The names every loopback server of ours answers to. */
export const loopbackNames = ["localhost", "127.0.0.1"] as const;
