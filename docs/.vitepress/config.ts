import { readdirSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitepress";
import { englishSite, germanSearch, germanSite } from "../site/navigation.ts";
import { linksOfPages } from "../site/pageLinks.ts";
import { ownSearch } from "../site/ownSearch.ts";
import { packagesInside } from "../site/packagesInside.ts";
import { searchOptions } from "../site/searchOptions.ts";
import { withoutInlineScripts } from "../site/withoutInlineScripts.ts";

// scripts/buildDocs.mjs gathers the pages there and moves the result to docs/dist.
const cache = join(import.meta.dirname, "..", "..", ".cache", "docs");
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
  base: "/docs/",
  srcDir,
  outDir,
  cacheDir: join(cache, "vite"),
  title: "Pulse",
  description: "How to install, set up, use and operate Pulse",
  cleanUrls: true,
  // The web app's own.
  head: [["link", { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" }]],
  // In a file of its own, so that no page has it as an inline script.
  metaChunk: true,
  transformHtml: (html) => withoutInlineScripts(html, outDir, "/docs/"),
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
    config: (md) => void md.use(linksOfPages, new Set(pages)),
  },
  vite: { plugins: [ownSearch(), packagesInside(join(cache, "modules.json"))] },
});
