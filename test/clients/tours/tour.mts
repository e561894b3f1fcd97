// What both tours need: where the system is, a mailbox of the sandbox provider, and patience.
interface Settings {
  readonly url: string;
  readonly key: string;
  /** Tells the runs of one tour apart. */
  readonly suffix: string;
  readonly mail: { readonly host: string; readonly smtps: number; readonly imaps: number; readonly password: string };
}

declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

/** The system under test, as test/clients/run.ts passes it. */
export const settings = JSON.parse(process.env["TOUR"] ?? "{}") as Settings;

/** A mailbox of the sandbox provider. */
export const mailbox = (name: string) => ({
  type: "smtp" as const,
  email: `${name}@sandbox.test`,
  smtp_host: settings.mail.host,
  smtp_port: settings.mail.smtps,
  smtp_secure: "tls" as const,
  smtp_password: settings.mail.password,
  imap_host: settings.mail.host,
  imap_port: settings.mail.imaps,
  imap_password: settings.mail.password,
});

/** Looks until there is something, for half a minute. */
export const until = async <T,>(what: string, look: () => Promise<T | undefined>): Promise<T> => {
  for (let tries = 0; tries < 100; tries += 1) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((done) => setTimeout(done, 300));
  }
  throw new Error(`gave up waiting for ${what}`);
};
