import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

/** Help of each screen leads to the site, so an installation without it has to answer as well. */
const missingPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Documentation · Pulse</title>
</head>
<body>
<h1>The documentation is not here yet</h1>
<p>This installation has no documentation, or is still building it: try again in a minute. In a clone, <code>npm run build</code> builds it.</p>
<p lang="de">Die Dokumentation fehlt in dieser Installation oder wird gerade erst gebaut: Versuchen Sie es in einer Minute noch einmal.</p>
<p><a href="/">Pulse</a></p>
</body></html>`;

/**
 * Serves the built documentation under `/docs`, to everybody. The folder may be missing, or be put in place later: until
 * then each page says so.
 */
export async function registerDocs(app: FastifyInstance, folder: string | undefined): Promise<void> {
  await app.register(
    async (docs) => {
      docs.setNotFoundHandler(async (_request, reply) => {
        const page = folder === undefined ? missingPage : await notFoundPage(folder);
        return reply.code(404).header("cache-control", "no-cache").type("text/html; charset=utf-8").send(page);
      });
      docs.get("", async (_request, reply) => reply.redirect("/docs/"));
      if (folder === undefined) return;
      await docs.register(fastifyStatic, {
        root: folder,
        suppressWarning: true,
        decorateReply: false,
        index: ["index.html"],
        // Addresses of pages have no ending, so that they stay when the pages are made otherwise.
        extensions: ["html"],
        redirect: true,
        dotfiles: "ignore",
        setHeaders: (reply, path) => {
          const isHashed = /[/\\]assets[/\\]/.test(path.slice(folder.length));
          reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
        },
      });
    },
    { prefix: "/docs" },
  );
}

function notFoundPage(folder: string): Promise<string> {
  return readFile(join(folder, "404.html"), "utf8").catch(() => missingPage);
}
