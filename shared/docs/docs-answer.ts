import { docsAssets, VIEWER_FILE } from "./contract.ts";
import type { RawAnswer } from "#shared/api/http/answer.ts";
import { type DocsSource, docsStart, docsViewer, referencePage } from "./reference-page.ts";
import { guidePage, searchIndex } from "./guide-page.ts";

/** The page or file with this name below /docs; undefined for an unknown name. */
export const docsAnswer = async (name: string, source: DocsSource): Promise<RawAnswer | undefined> => {
  if (name === "reference") return referencePage();
  if (name === "start.js") return docsStart();
  if (name === "standalone.js") return docsViewer(await source.read(VIEWER_FILE));
  if (name === "search.json") return searchIndex(source);
  if (Object.hasOwn(docsAssets, name)) {
    const { file, type } = docsAssets[name as keyof typeof docsAssets];
    return { status: 200, headers: { "content-type": type }, body: await source.read(file) };
  }
  return guidePage(name, source);
};
