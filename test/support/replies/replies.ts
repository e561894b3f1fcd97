import { type ClientWords, clientWords } from "#test/unit/mail/read/quotes/clients/words.ts";
import { seeded } from "#test/support/random.ts";
import { forms, sentences } from "./lookalikes.ts";
import { type Bodies, programs, type Written } from "./programs.ts";

/** An answer as a program builds it in a language, and the words of its writer, paragraph by paragraph. */
export interface GeneratedReply extends Bodies {
  readonly name: string;
  readonly written: readonly string[];
}

const places = ["above", "between", "below"] as const;
const greeting = "Dear colleague number one,";
const after = ["the price stays as it is, and the paint will come with the next lorry.", "Yours Max Muster"];
/** Only in html: a citation and a section in the writer's own style. */
const styled = [
  '<blockquote style="border-left:3px solid #ccc">Payment within thirty days.</blockquote>',
  '<div style="border-top:solid #E1E1E1 1.0pt">The plan in short.</div>',
];

const lookalikesOf = (language: string, words: ClientWords): readonly string[] => [
  ...(sentences[language] ?? []),
  ...sentences["en"]!,
  ...forms(words),
  ...styled,
];

/** So many answers, the same ones for the same seed: programs, languages and places in turn, what looks like a quote by chance. */
export const generatedReplies = (count: number, seed: number): readonly GeneratedReply[] => {
  const below = seeded(seed);
  const clients = Object.entries(programs);
  const languages = Object.entries(clientWords);
  return Array.from({ length: count }, (_, i) => {
    const [client, build] = clients[i % clients.length]!;
    const [language, words] = languages[Math.floor(i / clients.length) % languages.length]!;
    const place = places[Math.floor(i / clients.length / languages.length) % places.length]!;
    const all = lookalikesOf(language, words);
    const lookalike = all[below(all.length)]!;
    const closeBy = below(4) === 0;
    const own = [greeting, closeBy ? `${lookalike}\n${after[0]}` : `${lookalike}\n\n${after[0]}`, after[1]!].join("\n\n");
    const nothing: Written = { above: "", between: "", below: "" };
    const written = { ...nothing, above: place === "above" ? "" : "Thank you, Jane.", [place]: own };
    return { name: `${client}, ${language}, ${place}: ${lookalike}`, written: Object.values(written), ...build(written, words) };
  });
};
