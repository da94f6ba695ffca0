import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import sharp from "sharp";
import { referencePages } from "./referencePages.ts";

/** Pictures are shown at most this wide: a page is 688 px, and screens have twice the pixels. */
const pictureWidth = 1376;
const pictureQuality = 72;

const onlyEnglish = "::: info\nDiese Seite gibt es bisher nur auf Englisch.\n:::\n";
const onlyGerman = "::: info\nThis page exists only in German so far.\n:::\n";

/** The text with a notice below its title, and its language noted for screen readers. */
export function withNotice(text: string, notice: string): string {
  return text.replace(/^(# .*)$/m, (title: string) => `${title}\n\n${notice}`);
}

/**
 * Every page of the site by its path: those of `docs`, the reference pages, and for each page that readers have in one
 * language only, its text under the other language with a notice.
 */
export function gatherPages(docs: string): Map<string, string> {
  const pages = new Map(referencePages(join(docs, "..")));
  for (const path of readdirSync(docs, { recursive: true, encoding: "utf8" })) {
    const page = path.replaceAll("\\", "/");
    if (!page.endsWith(".md") || page.startsWith("dist/") || page.includes("node_modules") || page === "README.md")
      continue;
    pages.set(page.replace(/\/README\.md$/, "/index.md"), readFileSync(join(docs, path), "utf8"));
  }
  const written = [...pages];
  for (const [page, text] of written) {
    const german = `de/${page}`;
    const english = page.replace(/^de\//, "");
    if ((page.startsWith("guide/") || page === "index.md") && !pages.has(german))
      pages.set(german, withNotice(text, onlyEnglish));
    if (page.startsWith("de/") && !pages.has(english)) pages.set(english, withNotice(text, onlyGerman));
  }
  return pages;
}

/** The names of the pictures that these pages show. */
export function picturesOf(texts: Iterable<string>): string[] {
  const names = [...texts].flatMap((text) => [...text.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, path]) => path!));
  return [...new Set(names.map((path) => basename(path)))].toSorted();
}

/** Writes all pages and their pictures into `folder`, emptied first. */
export async function writePages(docs: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const pages = gatherPages(docs);
  for (const [page, text] of pages) {
    mkdirSync(dirname(join(folder, page)), { recursive: true });
    writeFileSync(join(folder, page), text);
  }
  const pictures = join(folder, "public", "screenshots");
  mkdirSync(pictures, { recursive: true });
  await Promise.all(
    picturesOf(pages.values()).map(async (name) => {
      const source = join(docs, "screenshots", name);
      if (name.endsWith(".webp")) return cpSync(source, join(pictures, name));
      const picture = sharp(source).resize({ width: pictureWidth, withoutEnlargement: true });
      await picture.webp({ quality: pictureQuality }).toFile(join(pictures, name.replace(/\.png$/, ".webp")));
    }),
  );
  if (!existsSync(join(folder, "index.md"))) throw new Error("docs/index.md is missing");
}
