/** The deepest quote level that gets a prefix, so that the text's size stays within a constant factor of its HTML's. */
const MAX_DEPTH = 20;

/** Collects text into lines as a browser lays out blocks: at most one empty line in a row, quotes prefixed with "> ". */
export class PlainTextWriter {
  #lines: string[] = [];
  #line = "";
  #marker = "";
  #spaced = true;
  #blank = false;
  #depth = 0;

  /** Adds running text: white space, including no-break spaces, becomes one space, and none at the start of a line. */
  flow(text: string): void {
    const folded = text.replace(/[ \t\r\n\f]+/g, " ").replaceAll("\u00a0", " ");
    this.#append(this.#spaced && folded.startsWith(" ") ? folded.slice(1) : folded);
  }

  /** Adds preformatted text, with its line breaks. */
  verbatim(text: string): void {
    for (const [i, line] of text.split(/\r\n?|\n/).entries()) {
      if (i > 0) this.lineBreak();
      this.#append(line);
    }
  }

  /** Ends the line, even an empty one. */
  lineBreak(): void {
    this.#beginLine();
    this.#push(this.#marker + this.#line.trimEnd());
    this.#line = "";
    this.#marker = "";
    this.#spaced = true;
  }

  /** Ends the line, unless it is empty. */
  block(): void {
    if (this.#line !== "") this.lineBreak();
  }

  /** Ends the line and leaves one empty line before the following text. */
  paragraph(): void {
    this.block();
    if (this.#lines.length > 0 && this.#marker === "") this.#blank = true;
  }

  /** Begins a list item: `marker` is put before the text that follows. */
  item(marker: string): void {
    this.block();
    this.#marker = marker;
  }

  /** Enters a quote (1) or leaves it (-1). */
  quote(step: 1 | -1): void {
    this.paragraph();
    // The empty line between a quote and the text around it is outside the quote.
    if (step === 1) this.#beginLine();
    this.#depth = Math.max(0, this.#depth + step);
  }

  toString(): string {
    this.block();
    // A regular expression over the joined text would take quadratic time, because it would start again at every line break.
    const last = this.#lines.findLastIndex((line) => line !== "");
    return this.#lines.slice(0, last + 1).join("\n");
  }

  #append(text: string): void {
    if (text === "") return;
    this.#beginLine();
    this.#line += text;
    this.#spaced = text.endsWith(" ");
  }

  #beginLine(): void {
    if (this.#blank && this.#line === "") this.#push("");
    this.#blank = false;
  }

  #push(line: string): void {
    this.#lines.push(`${"> ".repeat(Math.min(this.#depth, MAX_DEPTH))}${line}`.trimEnd());
  }
}
