import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "@playwright/test";

/** Pictures of one window, scheme and language. */
export interface Sheet {
  /** Also the folder of its pictures, below `folder`. */
  name: string;
  viewport: { width: number; height: number };
  pictures: readonly { name: string; file: string }[];
}

/** How wide a sheet is, px: narrow enough for a screen at half its size. */
const sheetPx = 2_880;
/** As many pictures side by side as are still legible. */
const minPicturePx = 340;

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (char) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[char]!);

/**
 * Lays pictures out on one page, with their names: `NAME.html`, whose pictures open in full size, and `NAME.jpg`.
 * @param scale of the pictures in relation to their windows
 */
export async function contactSheet(browser: Browser, folder: string, sheet: Sheet, scale = 0.45): Promise<void> {
  const width = Math.max(minPicturePx, Math.round(sheet.viewport.width * scale));
  const figures = sheet.pictures.map(({ name, file }) => {
    const source = escaped(encodeURI(file));
    return `<figure><a href="${source}"><img src="${source}" alt=""></a><figcaption>${escaped(name)}</figcaption></figure>`;
  });
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(sheet.name)}</title><style>
body { margin: 16px; background: #888; font: 14px sans-serif; }
main { display: grid; grid-template-columns: repeat(auto-fill, ${width}px); gap: 16px; align-items: start; }
figure { margin: 0; } img { display: block; width: ${width}px; } figcaption { padding: 2px; color: #fff; }
</style><h1>${escaped(sheet.name)}</h1><main>${figures.join("\n")}</main></html>`;
  const path = join(folder, `${sheet.name}.html`);
  writeFileSync(path, html);
  const page = await browser.newPage({ viewport: { width: sheetPx, height: 1_000 } });
  await page.goto(pathToFileURL(path).href);
  await page.screenshot({ path: join(folder, `${sheet.name}.jpg`), fullPage: true, quality: 80 });
  await page.close();
}
