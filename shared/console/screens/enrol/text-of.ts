import { t } from "../../data/language.ts";

/** The text of a file, whichever spreadsheet has written it: UTF-8, UTF-16, or the Windows code page of western Europe. */
export const textOf = (bytes: Uint8Array): string => {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    throw new Error(t("This is a workbook: save it as CSV in the spreadsheet, and take that file."));
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
};
