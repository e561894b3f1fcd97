// The console's page and files as they are answered: what a browser may keep, and what of it is new after a change.
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type ConsoleSource, consoleAnswer, consolePage } from "#shared/service/console/console-answer.ts";

const source = (page: string): ConsoleSource => ({
  page: async () => Buffer.from(page),
  asset: async (name) => (name === "main-1A2B3C4D.js" ? Buffer.from("run()") : undefined),
});
const textOf = async (answer: ReturnType<typeof consolePage>): Promise<string> => gunzipSync((await answer).body).toString();

describe("the console's page", () => {
  it("is asked for each time, and is the present one, zipped too", async () => {
    const [before, after] = [await textOf(consolePage(source("old"), "gzip")), await textOf(consolePage(source("new"), "gzip"))];

    expect([before, after]).toEqual(["old", "new"]);
    expect((await consolePage(source("new"))).headers["cache-control"]).toBe("no-cache");
  });

  it("shows at every address that is no file, so that a screen can be shared", async () => {
    for (const path of ["inbox", "sends/655f1c2e9b1e8a0012345681", "assets.html"])
      expect(await textOf(consoleAnswer(path, source("page"), "gzip, br"))).toBe("page");
  });

  it("runs no script and loads nothing from elsewhere, and stands in no other site's frame", async () => {
    const { headers } = await consolePage(source("page"));

    expect(headers).toMatchObject({
      "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; frame-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "referrer-policy": "no-referrer",
      vary: "accept-encoding",
    });
  });
});

describe("a file of the console", () => {
  it("is kept for ever, because its name changes with its content", async () => {
    const { headers, body } = await consoleAnswer("assets/main-1A2B3C4D.js", source("page"));

    expect(headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-type": "text/javascript; charset=utf-8",
    });
    expect(String(body)).toBe("run()");
  });

  it.each(["assets/other-1A2B3C4D.js", "assets/", "assets/a/main-1A2B3C4D.js", "assets/..%2Findex.html", "assets/main-1A2B3C4D.map"])(
    "is not there at %s",
    async (path) => {
      await expect(consoleAnswer(path, source("page"))).rejects.toMatchObject({ reason: "notFound" });
    },
  );
});
