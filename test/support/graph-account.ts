import type { ApiAccount } from "#shared/mailboxes/mailbox.ts";

/** A mailbox at Microsoft Graph, for tests of its client. */
export const graphAccount: ApiAccount = {
  api: "graph",
  apiUrl: "https://graph.example/v1.0",
  access: "full",
  host: "graph.example",
  port: 443,
  username: "jane@contoso.example",
  credential: { accessToken: "s3cret-token" },
};
