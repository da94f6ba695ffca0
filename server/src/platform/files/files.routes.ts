import { getFile } from "@pulse/contract/sites";
import { route, type RouteContext } from "../http/route.ts";
import type { FilesService } from "./files.service.ts";

/** The bytes of stored files. */
export function filesRoutes(context: RouteContext, files: FilesService): void {
  route(context, getFile, async ({ viewer, params, query, request, reply }) => {
    const file = await files.reachable(viewer, params.id);
    const etag = `"${file.sha256.slice(0, 32)}${query.width === undefined ? "" : `-${query.width}`}"`;
    // A stored file never changes: a new image is a new file.
    const caching = {
      etag,
      "cache-control": "private, max-age=31536000, immutable",
      vary: "authorization, x-id-token",
    };
    if (request.headers["if-none-match"] === etag) return { sent: reply.headers(caching).code(304).send() };
    // A refusal must not be kept.
    const { stream, size } = await files.open(file.id, query.width ?? null, file.customerId);
    return {
      sent: reply
        .headers({
          ...caching,
          "content-length": size,
          "x-content-type-options": "nosniff",
          "content-disposition": "inline",
        })
        .type(file.contentType)
        .send(stream),
    };
  });
}
