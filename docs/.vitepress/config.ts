import { readdirSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitepress";
import { editionOf } from "../site/edition.ts";
import { embeddedDemo } from "../site/embeddedDemo.ts";
import { englishSite, germanSearch, germanSite } from "../site/navigation.ts";
import { linksOfPages } from "../site/pageLinks.ts";
import { ownSearch } from "../site/ownSearch.ts";
import { packagesInside } from "../site/packagesInside.ts";
import { searchOptions } from "../site/searchOptions.ts";
import { withoutInlineScripts } from "../site/withoutInlineScripts.ts";

// scripts/buildDocs.mjs gathers the pages there and moves the result to docs/dist, or to a site that is published.
const { base, demoUrl, isPlain, cache: cacheName } = editionOf(process.argv.slice(2));
const cache = join(import.meta.dirname, "..", "..", ".cache", cacheName);
const srcDir = join(cache, "pages");
const outDir = join(cache, "built");
const pages = readdirSync(srcDir, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".md"));

/**
 * VitePress imports it by its place.
 * @public
 */
export default defineConfig({
  base,
  srcDir,
  outDir,
  cacheDir: join(cache, "vite"),
  title: "Pulse",
  description: "How to install, set up, use and operate Pulse",
  cleanUrls: !isPlain,
  // The web app's own.
  head: [["link", { rel: "icon", href: `${demoUrl ?? "/"}favicon.svg`, type: "image/svg+xml" }]],
  // In a file of its own, so that no page has it as an inline script.
  metaChunk: true,
  transformHtml: (html) => withoutInlineScripts(html, outDir, base),
  locales: {
    root: { label: "English", lang: "en", themeConfig: englishSite },
    de: { label: "Deutsch", lang: "de", description: "Pulse einrichten und benutzen", themeConfig: germanSite },
  },
  themeConfig: {
    search: {
      provider: "local",
      options: {
        miniSearch: { searchOptions },
        // Reasons of developers would stand before the answers that people look for.
        _render: (text, env, md) => (env.relativePath.startsWith("decisions/") ? "" : md.render(text, env)),
        locales: { de: { translations: germanSearch } },
      },
    },
  },
  markdown: {
    // Pages are text: what looks like a tag or a placeholder is shown as it stands.
    html: false,
    // The usual ones are too pale for small text.
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config: (md) => {
      md.use(linksOfPages, new Set(pages));
      if (demoUrl !== null) md.use(embeddedDemo, demoUrl);
    },
  },
  vite: { plugins: [ownSearch(), packagesInside(join(cache, "modules.json"))] },
});
