// A sequence in a test world, by its clock and in the other languages: begun, answered, paused, given another text, and three days later.
import type { Page } from "playwright-core";
import german from "#shared/console/languages/de.json" with { type: "json" };
import spanish from "#shared/console/languages/es.json" with { type: "json" };
import french from "#shared/console/languages/fr.json" with { type: "json" };
import { connectApi } from "#infra/local/demo/play.ts";
import { screenshot } from "./browser.ts";
import type { Lane } from "./lane.ts";
import { englishIn } from "./screens.ts";

type Words = Readonly<Record<string, string>>;
type Api = ReturnType<typeof connectApi>;

const LANGUAGES = [
  ["de-DE", german, 1280],
  ["fr-FR", french, 390],
  ["es-ES", spanish, 390],
] as const;

interface World {
  readonly page: Page;
  readonly api: Api;
  /** A word of the console in the page's language, with its values. */
  readonly word: (english: string, values?: Words) => string;
  /** Takes a picture, and expects no English on it. */
  readonly look: (name: string) => Promise<void>;
}

const button = ({ page, word }: World, english: string, values?: Words) =>
  page
    .getByRole("button", { name: word(english, values), exact: true })
    .filter({ visible: true })
    .first();
const row = ({ page }: World, who: string) => page.getByRole("row").filter({ hasText: who });

/** Makes a sequence for a person who answers, one who is silent and one whose line is bad. */
const begin = async (world: World, url: string): Promise<void> => {
  const { page, word, look } = world;
  await page.goto(`${url}/console/sequences/new`);
  await page.getByLabel(word("List"), { exact: true }).fill("email;name\nreply.jane@example.com;Jane\nsilent.joe@example.com;\nnobody;X");
  await page.getByLabel(word("Subject")).first().fill("Angebot");
  const text = page.getByLabel(word("Text"), { exact: true });
  await text.first().fill("Guten Tag {{name|Du}}!");
  await text.nth(1).fill("Schon gelesen?");
  await page.getByLabel(word("Only at certain hours")).uncheck();
  await button(world, "See who gets what, and when").click();
  await row(world, "silent.joe").first().waitFor();
  await look("look");
  await button(world, "Make it and add {people}", { people: word("{n} people", { n: "2" }) }).click();
  await button(world, "To the sequence").waitFor();
  await look("added");
  await button(world, "To the sequence").click();
  await row(world, "silent.joe").waitFor();
};

/** Pauses it, gives its second step another text, and lets it go on. */
const change = async (world: World): Promise<void> => {
  const { page, word, look } = world;
  await button(world, "Pause").click();
  await row(world, "silent.joe").getByText(word("paused")).first().waitFor();
  await button(world, "Change the text of step {n}", { n: "2" }).click();
  await page.getByRole("textbox", { name: word("Text") }).fill("Ein neuer Text");
  await look("text");
  await button(world, "Save").click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await button(world, "Let it go on").click();
  await button(world, "Pause").waitFor();
};

const play = async (world: World, url: string, expect: Lane["expect"]): Promise<void> => {
  const { page, api, word, look } = world;
  await api.attempt("POST", "/v1/sandbox/reset");
  await api.post("/v1/mailboxes", { type: "sandbox", email: "anna@shop.test" }, 201);
  await begin(world, url);
  await api.post("/v1/sandbox/clock", { advance: "PT2H" });
  await page.reload();
  await row(world, "reply.jane").getByText(word("answered")).first().waitFor();
  await change(world);
  await api.post("/v1/sandbox/clock", { advance: "P3D" });
  await page.reload();
  await row(world, "silent.joe")
    .locator(".badge", { hasText: word("sent") })
    .nth(1)
    .waitFor();
  await look("later");
  const { sequences } = await api.get("/v1/sequences");
  const { recipients } = await api.get(`/v1/sequences/${sequences[0].id}/recipients`);
  const silent = recipients.find(({ email }: { email: string }) => email.startsWith("silent"));
  const { body_text: text } = await api.get(`/v1/send/${silent.steps[1].send_id}`);
  expect(`the second step left with its new text: ${String(text).slice(0, 80)}`, String(text).startsWith("Ein neuer Text"));
};

/** The whole of a sequence by a test world's clock, once in each other language. */
export const runSequenceWorld = async ({ open, expect }: Lane): Promise<void> => {
  const { url } = open.system;
  const { token } = await open.api.post("/v1/api-keys", { name: "sequences", mode: "test", scopes: ["send", "read", "admin"] });
  for (const [locale, dictionary, width] of LANGUAGES) {
    const words: Words = dictionary;
    const page = await open.signedIn(width, token, locale);
    page.setDefaultTimeout(30_000);
    const word: World["word"] = (english, values = {}) =>
      (words[english] ?? english).replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
    const look: World["look"] = async (name) => {
      await screenshot(page, `${locale.slice(0, 2)}-sequence-${name}`, { theme: "light", width });
      const left = await englishIn(page, words);
      expect(`${locale} sequence ${name} shows in English: ${left.join(" | ")}`, left.length === 0);
      expect(
        `${locale} sequence ${name}: wider than ${width}`,
        await page.evaluate<boolean>("document.documentElement.scrollWidth <= innerWidth"),
      );
    };
    await play({ page, api: connectApi(url, token), word, look }, url, expect).catch((error: unknown) =>
      expect(`${locale} sequence: ${String(error).slice(0, 600)}`, false),
    );
    await page.context().close();
  }
};
