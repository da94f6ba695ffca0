import { posix } from "node:path";
import type { MarkdownRenderer } from "vitepress";

/**
 * Where a link of a page leads within the site, as VitePress takes it: relative, or from the root with a leading slash.
 * Null: to a file of the source code, which is not part of the site.
 */
export function targetOfLink(href: string, page: string, pages: ReadonlySet<string>): string | null {
  if (/^([a-z]+:|#|\/)/i.test(href)) return href;
  const [path = "", anchor] = href.split("#", 2);
  const end = anchor === undefined ? "" : `#${anchor}`;
  const target = posix.join(posix.dirname(page), path).replace(/(^|\/)README\.md$/, "$1index.md");
  if (pages.has(target)) return `/${target}${end}`;
  // What has no German page of its own is linked in English.
  const english = target.replace(/^de\//, "");
  if (pages.has(english)) return `/${english}${end}`;
  const folder = posix.join(target, "index.md");
  return pages.has(folder) ? `/${folder}${end}` : null;
}

/** A markdown-it plugin: links lead to pages of the site, and links to source code are only its name. */
export function linksOfPages(md: MarkdownRenderer, pages: ReadonlySet<string>): void {
  md.core.ruler.push("links-of-pages", (state) => {
    const page = (state.env as { relativePath?: string }).relativePath ?? "index.md";
    for (const { children } of state.tokens) {
      let isSource = false;
      for (const token of children ?? []) {
        if (token.type === "link_open") {
          const href = token.attrGet("href") ?? "";
          const target = targetOfLink(href, page, pages);
          isSource = target === null;
          if (target !== null) token.attrSet("href", target);
          else Object.assign(token, { type: "source_open", tag: "span", attrs: [["title", `Source code: ${href}`]] });
        } else if (token.type === "link_close" && isSource) {
          Object.assign(token, { type: "source_close", tag: "span" });
        } else if (token.type === "image") {
          // scripts/buildDocs.mjs makes them small and puts them there.
          const name = posix.basename(token.attrGet("src") ?? "").replace(/\.png$/, ".webp");
          token.attrSet("src", `/screenshots/${name}`);
        }
      }
    }
  });
  const text = md.renderer.rules.text!;
  // Vue would take it for an expression of its own.
  md.renderer.rules.text = (...args) => text(...args).replaceAll("{{", "&#123;&#123;");
}
