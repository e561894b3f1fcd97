import type { QueueName } from "../contract/queue-messages.ts";

/**
 * The needs of functions. A port in `ports/` lists its own as `needs`; infra/permissions.ts defines the IAM grants and environment variables of each.
 */
export type Need =
  | "secret"
  | "keyring"
  | "database"
  | `${QueueName}Queue`
  | "pollMinutes"
  | "workers"
  | "outsideCalls"
  | "createSchedules"
  | "deleteSchedules"
  | "mail"
  | "web"
  | "links"
  | "dns"
  | "discovery"
  | "docsFiles"
  | "consoleFiles";
