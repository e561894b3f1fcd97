import type { NewAttachment } from "../../../client/index.ts";

/** The most bytes that the files of an email have together. */
export const FILES_BYTES = 3_000_000;

/** The size of a file, bytes, from its base64. */
export const sizeOf = ({ content }: Pick<NewAttachment, "content">): number =>
  (content.length / 4) * 3 - (content.endsWith("==") ? 2 : content.endsWith("=") ? 1 : 0);

/** Reads a chosen file. */
export const fileOf = (file: File): Promise<NewAttachment> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("error", () => reject(new Error(`${file.name} cannot be read`)));
    reader.addEventListener("load", () => {
      const url = reader.result as string;
      resolve({ name: file.name, type: file.type || "application/octet-stream", content: url.slice(url.indexOf(",") + 1) });
    });
    reader.readAsDataURL(file);
  });
