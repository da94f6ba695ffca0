import { existsSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

/**
 * Serves the built web app under `/`. A path that is neither a file nor the API is a page of the app, whose router
 * handles deep links. Without a build only the API is served.
 */
export async function registerWebApp(app: FastifyInstance, folder: string): Promise<boolean> {
  if (!existsSync(join(folder, "index.html"))) return false;
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: ["index.html"],
    // The build has compressed them further than the time of a request allows.
    preCompressed: true,
    // Built file names contain a hash of their content, so only the page itself must never be cached.
    setHeaders: (reply, path) => {
      const hashed = /\/assets\/[^/]+$/.test(path);
      reply.header("cache-control", hashed ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
  app.get("/*", async (request, reply) => {
    const path = request.url.split("?", 1)[0]!;
    const isPage =
      !/^\/(api|docs|identity|scim|sso|dev|socket\.io|metrics|healthz|readyz|assets)(\/|$)/.test(path) &&
      !/\.[a-z0-9]{2,5}$/i.test(path);
    return isPage ? reply.header("cache-control", "no-cache").sendFile("index.html") : reply.callNotFound();
  });
  return true;
}
