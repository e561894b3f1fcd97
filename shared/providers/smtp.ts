import type { Provider, ShownProvider } from "./provider.ts";

/** Mail servers of any provider, with a password login. */
export const smtp = {
  company: "The provider",
  mailboxes: "A mailbox at any provider",
  login: "password",
  limits: { dailySends: 500, connections: 3 },
  filesSentMail: "varies",
} as const satisfies Provider;

/** How people see these servers in the console. */
export const shownSmtp: ShownProvider = {
  name: "SMTP and IMAP",
  icon: "M2 4h20v16H2V4zm2 2v1.2l8 5.6 8-5.6V6H4zm16 3.6l-8 5.6-8-5.6V18h16V9.6z",
};
