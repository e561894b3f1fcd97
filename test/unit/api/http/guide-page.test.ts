import { describe, expect, it } from "vitest";
import { furtherPages, guides } from "#shared/docs/contract.ts";
import { errorType } from "#shared/api/errors.ts";
import { docsAnswer, guidePage, searchIndex } from "#shared/docs/guide-page.ts";
import { docsSource } from "#shared/service/wiring/docs-files.ts";

const pages = [...guides, ...furtherPages];
const render = async (slug: string): Promise<string> => String((await guidePage(slug, docsSource))?.body ?? "");

const rendered = new Map<string, Promise<string>>();
/** A page's HTML, rendered once. */
const htmlOf = (slug: string): Promise<string> => {
  const page = rendered.get(slug) ?? render(slug);
  rendered.set(slug, page);
  return page;
};

describe("a page of the documentation", () => {
  it.each(pages.map(({ slug }) => slug))(
    "has a title, the list of all and its neighbours, and loads nothing from elsewhere: %s",
    async (slug) => {
      const html = await htmlOf(slug);

      expect(html).toMatch(/<h1 id="[^"]+">[^<]+<\/h1>/);
      for (const page of pages.slice(1)) expect(html).toContain(`href="/docs/${page.slug}"`);
      expect(html).toMatch(/<a rel="(?:prev|next)"/);
      expect([...html.matchAll(/(?:src|<link[^>]*href)="([^"]+)"/g)].filter(([, address]) => !/^(?:\/|data:)/.test(address ?? ""))).toEqual(
        [],
      );
    },
  );

  it("leads only to pages and headings that are there", async () => {
    for (const { slug } of pages)
      for (const [, to = "", id] of (await htmlOf(slug)).matchAll(/href="\/docs\/([a-z-]+)(?:#([^"]+))?"/g)) {
        const target = to === "reference" ? "reference" : await htmlOf(to);
        expect(target, `${slug} → ${to}`).not.toBe("");
        if (id) expect(target, `${slug} → ${to}#${id}`).toContain(`id="${id}"`);
      }
  });

  it("links to no file beside its source, which no address serves", async () => {
    for (const { slug } of pages) expect((await htmlOf(slug)).match(/href="\.[^"]*"/g) ?? [], slug).toEqual([]);
  });

  it("shows tables without the marks around them, and no tests", async () => {
    expect(await htmlOf("testing")).toContain("<td><code>bounce.</code></td>");
    for (const { slug } of pages) expect(await htmlOf(slug), slug).not.toMatch(/&lt;!--|functions\/|test\/(?:unit|ports|http)\//);
  });

  it("tells every error by its type", async () => {
    const html = await htmlOf("going-live");

    for (const type of errorType.options) expect(html).toContain(`<code>${type}</code>`);
  });

  it("shows HTML of its source as text", () => {
    expect(docsSource.render("# A\n\n<script>alert(1)</script>").html).toContain("&lt;script&gt;");
  });

  it("is found by the words of each of its sections", async () => {
    const { body } = await searchIndex(docsSource);
    const index = JSON.parse(String(body)) as { href: string; heading: string; text: string }[];

    expect(index).toContainEqual(expect.objectContaining({ href: "/docs", heading: "Your first email" }));
    expect(index).toContainEqual(
      expect.objectContaining({
        href: "/docs/bounces-and-suppressions#who-gets-no-mail",
        text: expect.stringContaining("recipient_suppressed"),
      }),
    );
  });

  it.each(["../package", "first-email.md", "toString", "nothing"])("is none for a name that nothing has: %s", async (name) => {
    expect(await docsAnswer(name, docsSource)).toBeUndefined();
  });
});
