import { describe, expect, it } from "vitest";
import { readIntent, stopRequest, stopWords } from "#shared/mail/read/intent/read-intent.ts";
import { anyPhrase } from "#shared/mail/read/languages/language.ts";
import { type Answer, blindAnswers, unseenAnswers } from "./unseen-answers.ts";

const measured = (answers: readonly Answer[]) => {
  const results = answers.map((answer) => ({ answer, isShown: stopRequest(answer.text) !== "" }));
  const count = (isShown: boolean, stops: boolean) => results.filter((one) => one.isShown === isShown && one.answer.stops === stops).length;
  const [right, wrong, missed, left] = [count(true, true), count(true, false), count(false, true), count(false, false)];
  console.log(
    `${answers.length} answers: ${right} asked and were shown, ${wrong} were shown wrongly, ${missed} were missed, ${left} asked nothing`,
  );
  return { precision: right / (right + wrong), recall: right / (right + missed) };
};

describe("answers that were written before the rules", () => {
  it.each([
    ["blind", blindAnswers],
    ["earlier", unseenAnswers],
  ])("show 85 of 100 requests to stop, and of a hundred that they show at most one is none: %s", (_, answers) => {
    expect(answers.length).toBeGreaterThan(500);
    expect(new Set(answers.map(({ language }) => language)).size).toBe(12);
    const { precision, recall } = measured(answers);
    expect(precision).toBeGreaterThanOrEqual(0.99);
    expect(recall).toBeGreaterThanOrEqual(0.85);
  });
});

describe("words that are not the person's own", () => {
  it.each([
    ["a signature", "Sounds fine.\n\n-- \nJane Doe\nPlease unsubscribe me"],
    ["a quote", "Sounds fine.\n> Please remove me from your list"],
    ["a forwarded mail", "Look at this.\n\n---------- Forwarded message ---------\nFrom: Tom <tom@example.com>\n\nPlease unsubscribe me."],
    ["words in quotation marks", 'He wrote "please remove me from your list".'],
    ["an offer to stop", "If you do not want to receive these emails, reply with STOP."],
    ["a joke", "Unsubscribe me :)"],
  ])("ask for nothing: %s", (_, text) => {
    expect(stopRequest(text)).toBe("");
  });
});

describe("an answer", () => {
  it.each([
    ["unsubscribe", "Hi Sam,\n\nPlease take me off your list.\n\nBest,\nJane"],
    ["unsubscribe", "Thanks, but no. Please don't contact me\nagain."],
    ["not_interested", "Hallo,\n\nkein Interesse.\n\nGruß\nJana"],
    ["not_now", "Pas pour le moment."],
    ["wrong_person", "I'm not the right person, ask Tom."],
    ["interested", "Sounds great, let's talk on Thursday."],
    ["question", "What does it cost for fifty seats?"],
    ["unknown", "Sounds good. I'm not the right person."],
    ["unknown", "Sounds good, if it is free."],
    ["unknown", "Tuesday at ten."],
  ])("means %s: %s", (intent, text) => {
    expect(readIntent(text).intent).toBe(intent);
  });

  it("has the sentence that says so as its evidence", () => {
    expect(readIntent("Hello!\nPlease take me off your list.\nJane").evidence).toBe("Please take me off your list.");
  });

  it("that is long is about more than one thing", () => {
    expect(readIntent(`${"It is a long story. ".repeat(150)}\nPlease unsubscribe me.`).intent).toBe("unknown");
  });
});

describe("every phrase of a request to stop", () => {
  const phrases = Object.entries(stopWords).flatMap(([language, { asks }]) =>
    Object.entries(asks).map(([phrase, example]) => [language, phrase, example] as const),
  );

  it.each(phrases)("is found in its example: %s %s: %s", (_, phrase, example) => {
    expect(anyPhrase({ [phrase]: example }).test(example)).toBe(true);
  });
});
