/** A heading in a page's table of contents, with the id of its link. */
export interface Heading {
  readonly level: number;
  readonly text: string;
  readonly id: string;
}

/** The plain text below a heading; the section below the title has no id. */
export interface Section {
  readonly id: string;
  readonly heading: string;
  readonly text: string;
}

/** A rendered document: its title (the first heading), its other headings, its HTML, and its sections for the search. */
export interface RenderedPage {
  readonly title: string;
  readonly headings: readonly Heading[];
  readonly html: string;
  readonly sections: readonly Section[];
}

/** The source of the documentation's pages. */
export interface DocsSource {
  /** A file, by its path from the repository's root. */
  read(path: string): Promise<Buffer>;
  /** A Markdown document (CommonMark with tables) as a page. */
  render(source: string): RenderedPage;
}
