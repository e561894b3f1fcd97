import { getDocsFile as operation } from "#shared/docs/contract.ts";
import { notFound } from "#shared/platform/errors.ts";
import { docsAnswer } from "#shared/docs/guide-page.ts";
import { openEndpoint } from "#shared/accounts/wiring/open-endpoint.ts";
import { docsSource } from "#shared/service/wiring/docs-files.ts";

/** GET /docs/{file}. */
export const handler = openEndpoint(operation, async ({ params }) => {
  const answer = await docsAnswer(params.file, docsSource);
  if (!answer) throw notFound("File");
  return answer;
});
