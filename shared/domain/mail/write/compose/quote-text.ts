import { attribution } from "./attribution.ts";
import { MAX_MESSAGES, OMITTED, Room, textLines, type HistoryMessage } from "./history.ts";

/**
 * The conversation, oldest to newest, as the text below an answer: the newest under its attribution with "> ", and each older one nested a level
 * deeper. Every line but the first starts with ">".
 */
export const quoteText = (history: readonly HistoryMessage[], zone: string): string => {
  const quoted: string[] = [];
  let prefix = "";
  const room = new Room();
  for (const message of history.slice(-MAX_MESSAGES).toReversed()) {
    if (prefix !== "") quoted.push(prefix.trimEnd());
    quoted.push(prefix + attribution(message, zone));
    prefix += "> ";
    const lines = textLines(message);
    const size = lines.reduce((sum, line) => sum + prefix.length + line.length + 1, 0);
    for (const line of room.take(size) ? lines : [OMITTED]) quoted.push((prefix + line).trimEnd());
  }
  return quoted.join("\n");
};
