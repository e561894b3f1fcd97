import { createHash } from "node:crypto";

const identifying = ["message-id", "date", "from", "to", "subject"] as const;

/** The fields of a header block by lower-case name, unfolded; of repeated ones the first. Octets stay as they are. */
const fieldsOf = (header: string): ReadonlyMap<string, string> => {
  const fields = new Map<string, string>();
  for (const line of header.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/)) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
};

/** The octets of a message up to its first empty line. */
const headerBlock = (raw: Buffer): Buffer => {
  const ends = [raw.indexOf("\r\n\r\n"), raw.indexOf("\n\n")].filter((end) => end >= 0);
  return ends.length === 0 ? raw : raw.subarray(0, Math.min(...ends));
};

/**
 * Tells a message apart where the server gives it no id: by Message-ID, Date, From, To and Subject together, for whoever knows a
 * Message-ID could send it first and suppress the real mail; without a Message-ID by all its headers and its size (G16).
 */
export const fingerprint = (header: Buffer, size: number): string => {
  const block = headerBlock(header);
  const fields = fieldsOf(block.toString("latin1"));
  const facts = fields.get("message-id")
    ? identifying.map((name) => fields.get(name) ?? "").join("\u0000")
    : `${size}\u0000${block.toString("latin1")}`;
  return createHash("sha256").update(facts, "latin1").digest("base64url");
};
