import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Moves the inline scripts of a page into files, since the content security policy of Pulse runs no others. */
export function withoutInlineScripts(html: string, outDir: string, base: string): string {
  return html.replaceAll(/<script([^>]*)>([^<]+)<\/script>/g, (_all, attributes: string, code: string) => {
    const name = `assets/inline.${createHash("sha256").update(code).digest("hex").slice(0, 12)}.js`;
    mkdirSync(join(outDir, "assets"), { recursive: true });
    writeFileSync(join(outDir, name), code);
    // What decides about light and dark has to run before the page is drawn, so it is neither deferred nor a module.
    const otherAttributes = attributes.replace(/\s*id="[^"]*"/, "");
    return `<script${otherAttributes} src="${base}${name}"></script>`;
  });
}
