import { getConsole as operation } from "#shared/service/console/contract.ts";
import { consolePage } from "#shared/service/console/console-answer.ts";
import { openEndpoint } from "#shared/accounts/wiring/open-endpoint.ts";
import { consoleSource } from "#shared/service/wiring/console-files.ts";

/** GET /console. */
export const handler = openEndpoint(operation, ({ headers }) => consolePage(consoleSource, headers["accept-encoding"]));
