/** A list in pages: `await` gives its first page; `for await` gives all rows and reads further pages as needed. */
export interface Pages<Row, Page> extends PromiseLike<Page>, AsyncIterable<Row> {
  /** Its pages, one after another. */
  pages(): AsyncIterable<Page>;
}

/** A page, and the function that reads the next one; absent on the last. */
export interface ReadPage<Page> {
  readonly page: Page;
  readonly next?: (() => Promise<ReadPage<Page>>) | undefined;
}

/** Makes a list from the function that reads its first page, and the rows of a page. Nothing is read before it is used. */
export const pagesOf = <Row, Page>(first: () => Promise<ReadPage<Page>>, rows: (page: Page) => readonly Row[]): Pages<Row, Page> => {
  const pages = async function* () {
    for (let read: ReadPage<Page> | undefined = await first(); read; read = await read.next?.()) yield read.page;
  };
  return {
    // eslint-disable-next-line unicorn/no-thenable -- awaiting a list gives its first page
    then: (resolve, reject) =>
      first()
        .then(({ page }) => page)
        .then(resolve, reject),
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* rows(page);
    },
  };
};
