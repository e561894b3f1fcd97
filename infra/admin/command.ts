/** The words after the command, and its options. */
export interface Arguments {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  /** Tells the audit log which account the command concerns. */
  readonly concerns: (userId: string) => void;
}

/** What a command prints: rows as a table, or text as it is. */
export type Printed = string | readonly object[];

/** An operator's command. */
export interface Command {
  readonly usage: string;
  readonly run: (given: Arguments) => Promise<Printed>;
}

/** The text of an option; undefined when it was not given. */
export const option = ({ options }: Arguments, name: string): string | undefined => {
  const found = options[name];
  return typeof found === "string" ? found : undefined;
};
