import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { expect, test } from "vitest";
import { targetOfLink } from "../site/pageLinks.ts";
import { withoutInlineScripts } from "../site/withoutInlineScripts.ts";
import { englishSite, germanSite } from "../site/navigation.ts";
import { anchorsOf, docs, pages, prose } from "./site.ts";

const names = new Set(pages.keys());
const linksOf = (text: string): string[] =>
  [...prose(text).matchAll(/(?<!!)\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, href = ""]) => href);

test("every link of a page leads to a page that exists, or to a file of the source code", () => {
  const broken = [...pages].flatMap(([page, text]) =>
    linksOf(text).filter((href) => {
      if (targetOfLink(href, page, names) !== null) return false;
      const own = posix.normalize(posix.join(posix.dirname(page.replace(/^de\//, "")), href.split("#")[0]!));
      return !existsSync(join(docs, own));
    }),
  );
  expect(pages.size).toBeGreaterThan(70);
  expect(broken).toEqual([]);
});

test("every anchor of a link is a heading of its page", () => {
  const missing = [...pages].flatMap(([page, text]) =>
    linksOf(text).flatMap((href) => {
      const target = href.startsWith("#") ? `/${page}${href}` : targetOfLink(href, page, names);
      const [path = "", anchor] = (target ?? "").slice(1).split("#");
      const other = pages.get(path);
      return anchor === undefined || other === undefined || anchorsOf(other).includes(anchor)
        ? []
        : [`${page}: ${href}`];
    }),
  );
  expect(missing).toEqual([]);
});

test("every page of the menu exists, and every page of the guide is in the menu of its language", () => {
  const linked = (site: object): string[] =>
    [...JSON.stringify(site).matchAll(/"link":"\/([^"]*)"/g)].map(([, path = ""]) =>
      path === "" || path.endsWith("/") ? `${path}index.md` : `${path}.md`,
    );
  const english = linked(englishSite);
  const german = linked(germanSite);
  expect([...english, ...german].filter((page) => !names.has(page))).toEqual([]);
  expect([...names].filter((page) => page.startsWith("guide/") && !english.includes(page))).toEqual([]);
  const users = [...names].filter((page) => /^de\/guide\/(?!(api|mqtt|webhooks|scale|security|develop)\.)/.test(page));
  expect(users.filter((page) => !german.includes(page))).toEqual([]);
});

test("a link to the source code is no link, and what has no German page is linked in English", () => {
  const some = new Set(["operate.md", "guide/start.md", "de/guide/start.md", "decisions/index.md"]);
  expect(targetOfLink("../deploy/alerts.yml", "operate.md", some)).toBeNull();
  expect(targetOfLink("../operate.md#page", "guide/start.md", some)).toBe("/operate.md#page");
  expect(targetOfLink("../operate.md", "de/guide/start.md", some)).toBe("/operate.md");
  expect(targetOfLink("start.md", "de/guide/start.md", some)).toBe("/de/guide/start.md");
  expect(targetOfLink("decisions/README.md", "operate.md", some)).toBe("/decisions/index.md");
  expect(targetOfLink("decisions", "operate.md", some)).toBe("/decisions/index.md");
  expect(targetOfLink("https://example.com/a", "operate.md", some)).toBe("https://example.com/a");
});

test("no page keeps a script in itself: each is moved to a file of its own", () => {
  const folder = mkdtempSync(join(tmpdir(), "pulse-docs-"));
  const html = `<script id="a">go(1)</script><script type="module" src="/docs/app.js"></script>`;
  const changed = withoutInlineScripts(html, folder, "/docs/");
  const [, file = ""] = /^<script src="\/docs\/([^"]+)"><\/script><script type="module"/.exec(changed) ?? [];
  expect(readFileSync(join(folder, file), "utf8")).toBe("go(1)");
});
