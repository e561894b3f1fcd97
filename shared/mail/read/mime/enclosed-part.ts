import { readTnef } from "../tnef/read-tnef.ts";
import { readMimeTree } from "./mime-entity.ts";
import { signedContent } from "./signed-data.ts";
import { decodeTransfer } from "./transfer-encoding.ts";

/**
 * The content of part number `index` of a whole message, or of the parts that an enclosing part holds (TNEF, an opaque signature); undefined when
 * there is none.
 */
export const enclosedPart = (bytes: Buffer, index: number): Buffer | undefined => {
  const file = readTnef(bytes).attachments[index];
  if (file) return file.data;
  const leaf = readMimeTree(signedContent(bytes) ?? bytes).leaves[index];
  return leaf && decodeTransfer(leaf.body, leaf.encoding);
};
