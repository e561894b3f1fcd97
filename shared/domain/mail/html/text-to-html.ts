import { escapeHtml } from "./entities.ts";

/** The HTML part of a plain text: escaped, with its line breaks and runs of spaces. */
export const textToHtml = (text: string): string => {
  const lines = escapeHtml(text).split(/\r\n?|\n/);
  return `<div>${lines.map((line) => line.replace(/^ | (?= )/g, "&nbsp;")).join("<br>\n")}</div>`;
};
