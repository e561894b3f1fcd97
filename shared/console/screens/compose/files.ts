import { t } from "../../data/language.ts";
import type { NewAttachment } from "../../../client/index.ts";
import { bytes } from "../../ui/numbers.ts";

/** The most bytes that the files of an email have together. */
export const FILES_BYTES = 3_000_000;

/** The size of a file, bytes, from its base64. */
export const sizeOf = ({ content }: Pick<NewAttachment, "content">): number =>
  (content.length / 4) * 3 - (content.endsWith("==") ? 2 : content.endsWith("=") ? 1 : 0);

/** What is wrong with files of so many bytes together; undefined when nothing is. */
export const tooLarge = (size: number): string | undefined =>
  size <= FILES_BYTES
    ? undefined
    : t("The files have {size}; together they may have at most {most}.", { size: bytes(size), most: bytes(FILES_BYTES) });

/** Reads a chosen file. */
export const fileOf = (file: File): Promise<NewAttachment> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("error", () => reject(new Error(t("{name} cannot be read", { name: file.name }))));
    reader.addEventListener("load", () => {
      const url = reader.result as string;
      resolve({ name: file.name, type: file.type || "application/octet-stream", content: url.slice(url.indexOf(",") + 1) });
    });
    reader.readAsDataURL(file);
  });
