import { signal } from "@preact/signals";
import { client } from "./client.ts";

/** Somebody with whom the account has mail. */
export interface Person {
  readonly name: string;
  readonly email: string;
}

/** The most messages whose senders are looked up, in pages: a list shows the newest conversations first. */
const PAGE = 100;
const PAGES_MAX = 5;

/** Names by address, in lower case, as their owners wrote them last; an address without a name stands for itself. */
const known = signal<ReadonlyMap<string, Person>>(new Map());

/** Stores people's names, newest mail first: the first name seen for an address is kept. */
export const learn = (people: readonly Person[]): void => {
  const all = new Map(known.peek());
  for (const { name, email } of people) {
    const at = email.toLowerCase();
    const before = all.get(at);
    if (email === "" || (before !== undefined && (before.name !== "" || name === ""))) continue;
    all.set(at, { name: name === email ? "" : name.trim(), email });
  }
  known.value = all;
};

/** A person's name; the address when no name is known. */
export const nameOf = (email: string): string => known.value.get(email.toLowerCase())?.name || email;

/** Name and address, as a mail program shows them. */
export const nameAndAddress = (email: string): string => {
  const name = nameOf(email);
  return name === email ? email : `${name} <${email}>`;
};

/** People whose name or address has a word that begins with the text, at most eight. */
export const peopleLike = (text: string): readonly Person[] => {
  const sought = text.trim().toLowerCase();
  if (sought === "") return [];
  return [...known.value.values()]
    .filter(
      ({ name, email }) =>
        `${name} ${email}`
          .toLowerCase()
          .split(/[\s.@_<>-]+/)
          .some((word) => word.startsWith(sought)) || email.toLowerCase().startsWith(sought),
    )
    .slice(0, 8);
};

let cursor: string | undefined = "";
let pages = 0;
let reading = false;

/** Reads the authors of the newest messages; when called again, those of the messages before. */
export const readPeople = async (): Promise<void> => {
  if (reading || cursor === undefined || pages >= PAGES_MAX) return;
  reading = true;
  try {
    const { messages, next_cursor } = await client.messages.list({ limit: PAGE, ...(cursor !== "" && { cursor }) });
    cursor = next_cursor;
    pages += 1;
    learn(messages.flatMap(({ from, to, cc }) => [from, ...to, ...cc]));
  } catch {
    // The addresses are shown instead; the next page of the list asks again.
  } finally {
    reading = false;
  }
};
