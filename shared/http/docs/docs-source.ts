/** A heading that a page's own list of contents shows, with the id that it is linked by. */
export interface Heading {
  readonly level: number;
  readonly text: string;
  readonly id: string;
}

/** What stands below a heading, as plain text; that below the title has no id. */
export interface Section {
  readonly id: string;
  readonly heading: string;
  readonly text: string;
}

/** A rendered document: its title (the first heading), its further headings, its HTML, and its sections for a search. */
export interface RenderedPage {
  readonly title: string;
  readonly headings: readonly Heading[];
  readonly html: string;
  readonly sections: readonly Section[];
}

/** Where the documentation's pages come from. */
export interface DocsSource {
  /** A file, by its path from the repository's root. */
  read(path: string): Promise<Buffer>;
  /** A Markdown document (CommonMark with tables) as a page. */
  render(source: string): RenderedPage;
}
