import { escapeHtml } from "./entities.ts";

/** The html part of a plain text: escaped, its line breaks and its runs of spaces kept. */
export const textToHtml = (text: string): string => {
  const lines = escapeHtml(text).split(/\r\n?|\n/);
  return `<div>${lines.map((line) => line.replace(/^ | (?= )/g, "&nbsp;")).join("<br>\n")}</div>`;
};
