import { expect, it } from "vitest";
import { attachment } from "#shared/client/index.ts";

const bytes = Uint8Array.from({ length: 100_001 }, (_, i) => (i * 7) % 256);
const content = Buffer.from(bytes).toString("base64");

const streamed = () =>
  new ReadableStream<Uint8Array>({
    start: (stream) => {
      for (let at = 0; at < bytes.length; at += 1_000) stream.enqueue(bytes.subarray(at, at + 1_000));
      stream.close();
    },
  });

it.each([
  ["bytes", () => bytes],
  ["a buffer", () => bytes.buffer],
  ["a part of a buffer", () => new Uint8Array([0, ...bytes]).subarray(1)],
  ["a Blob", () => new Blob([bytes])],
  ["a stream", streamed],
])("%s become base64", async (_, source) => {
  expect(await attachment("a.bin", source())).toEqual({ name: "a.bin", type: "application/octet-stream", content });
});

it("its type is the one that is given, else the Blob's", async () => {
  const pdf = new Blob(["x"], { type: "application/pdf" });
  expect(await attachment("a.pdf", pdf)).toMatchObject({ type: "application/pdf" });
  expect(await attachment("a.pdf", pdf, "text/plain")).toMatchObject({ type: "text/plain" });
});

it("an empty file is an empty text", async () => {
  expect(await attachment("a.bin", new Uint8Array())).toMatchObject({ content: "" });
});
