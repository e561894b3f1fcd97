import type { NewAttachment } from "./generated.ts";

/** The kinds of source for a file. */
export type FileSource = Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

const isWhole = (source: FileSource): source is Blob | ArrayBuffer | Uint8Array =>
  source instanceof Blob || source instanceof ArrayBuffer || source instanceof Uint8Array;

type Part = Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;

/** The parts of a stream. A browser's stream need not be iterable, so it is read as an answer's body is. */
const partsOf = async (source: Exclude<FileSource, Blob | ArrayBuffer | Uint8Array>): Promise<Part[]> => {
  if (source instanceof ReadableStream) return [await new Response(source).arrayBuffer()];
  const parts: Part[] = [];
  for await (const part of source) parts.push(part as Part);
  return parts;
};

/** Bytes converted in one call, so that the characters fit in it; a multiple of three, so that the parts can be joined. */
const STEP = 24_576;

const base64 = (bytes: Uint8Array): string => {
  let text = "";
  for (let at = 0; at < bytes.length; at += STEP) text += btoa(String.fromCharCode(...bytes.subarray(at, at + STEP)));
  return text;
};

/** Makes an attachment for `sends.create`, a reply or a forward. In Node.js, `await openAsBlob(path)` of `node:fs` gives a Blob. */
export const attachment = async (name: string, source: FileSource, type?: string): Promise<NewAttachment> => {
  const parts = isWhole(source) ? [source as Blob] : await partsOf(source);
  const content = base64(new Uint8Array(await new Blob(parts).arrayBuffer()));
  const known = type ?? (source instanceof Blob ? source.type : "");
  return { name, type: known === "" ? "application/octet-stream" : known, content };
};
