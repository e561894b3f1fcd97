import type { Provider, ShownProvider } from "./provider.ts";

/** A test world, which has no servers. */
export const sandbox = {
  company: "The test world",
  mailboxes: "A mailbox of a test world",
  login: "none",
  limits: { dailySends: 500, connections: 1 },
  filesSentMail: "always",
} as const satisfies Provider;

/** How people see the sandbox in the console. */
export const shownSandbox: ShownProvider = {
  name: "Test world",
  icon: "M8 2h8v2h-1v5.2l5.6 9.9A2 2 0 0 1 18.9 22H5.1a2 2 0 0 1-1.7-2.9L9 9.2V4H8V2zm3 2v5.7L8.6 14h6.8L13 9.7V4h-2z",
};
