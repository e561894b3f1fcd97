import { getConsole as operation } from "#shared/contract/console.ts";
import { consolePage } from "#shared/http/console/console-answer.ts";
import { openEndpoint } from "#shared/runtime/open-endpoint.ts";
import { consoleSource } from "#shared/runtime/ports/console-files.ts";

/** GET /console. */
export const handler = openEndpoint(operation, ({ headers }) => consolePage(consoleSource, headers["accept-encoding"]));
