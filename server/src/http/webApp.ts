import { existsSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

/**
 * The built web app under `/`. A path that is no file and no API is a page of the app: its router decides, so deep links
 * work. Without a build there is nothing to serve, and the API stands alone.
 */
export async function registerWebApp(app: FastifyInstance, folder: string): Promise<boolean> {
  if (!existsSync(join(folder, "index.html"))) return false;
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: ["index.html"],
    // Built names carry a hash of what is in them; the page itself must always be asked for anew.
    setHeaders: (reply, path) => {
      const hashed = /\/assets\/[^/]+$/.test(path);
      reply.header("cache-control", hashed ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
  app.get("/*", async (request, reply) => {
    const path = request.url.split("?", 1)[0]!;
    const isPage =
      !/^\/(api|identity|dev|socket\.io|metrics|healthz|readyz|assets)(\/|$)/.test(path) &&
      !/\.[a-z0-9]{2,5}$/i.test(path);
    return isPage ? reply.header("cache-control", "no-cache").sendFile("index.html") : reply.callNotFound();
  });
  return true;
}
