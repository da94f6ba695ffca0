import { createHash } from "node:crypto";
import { join } from "node:path";
import { build, type Plugin } from "vite";

const isShell = /\.(js|mjs|css)$|latin-(opsz|wght)-normal[^/]*\.woff2$/;

/** Builds the service worker beside the app, into one file at the root that knows all files of this release. */
export function offlineWorker(): Plugin {
  let root = "";
  let outDir = "";
  let files: string[] = [];
  let html = "";
  return {
    name: "pulse-offline-worker",
    apply: "build",
    // The page is made last; it names the others.
    enforce: "post",
    configResolved(config) {
      root = config.root;
      outDir = config.build.outDir;
    },
    generateBundle(_, bundle) {
      files = Object.keys(bundle)
        .filter((file) => isShell.test(file))
        .map((file) => `/${file}`)
        .toSorted();
      const page = bundle["index.html"];
      html = page?.type === "asset" ? String(page.source) : "";
    },
    async closeBundle() {
      const name = createHash("sha256").update(files.join()).update(html).digest("hex").slice(0, 12);
      await build({
        configFile: false,
        root,
        logLevel: "warn",
        define: { builtRelease: JSON.stringify({ name, files }) },
        build: {
          outDir,
          emptyOutDir: false,
          copyPublicDir: false,
          target: "es2023",
          rolldownOptions: {
            input: join(root, "src/offline/worker.ts"),
            output: { format: "iife", entryFileNames: "sw.js" },
          },
        },
      });
    },
  };
}
