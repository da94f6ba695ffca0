import { AppError } from "@pulse/contract/errors";
import { getFile } from "@pulse/contract/sites";
import type { FileStore } from "../adapters/files/diskFileStore.ts";
import { route, type RouteContext } from "../http/route.ts";
import { canEnter } from "../http/viewer.ts";
import type { FilesRepository } from "./files.repository.ts";

/** Stored files, to whoever may enter the site that they belong to. */
export function filesRoutes(context: RouteContext, files: FilesRepository, store: FileStore): void {
  route(context, getFile, async ({ viewer, params, query, request, reply }) => {
    const file = await files.find(params.id);
    const within =
      file &&
      (file.siteId === null
        ? viewer.isSuperadmin || viewer.customerId === file.customerId
        : canEnter(viewer, { customerId: file.customerId, siteId: file.siteId }));
    if (!file || !within) throw new AppError("not_found");
    const etag = `"${file.sha256.slice(0, 32)}${query.width === undefined ? "" : `-${query.width}`}"`;
    // A stored file never changes: a new image is a new file.
    void reply.headers({
      etag,
      "cache-control": "private, max-age=31536000, immutable",
      vary: "authorization, x-id-token",
    });
    if (request.headers["if-none-match"] === etag) return { sent: reply.code(304).send() };
    const opened = await store.open(file.id, query.width ?? null);
    if (opened === null) throw new AppError("not_found");
    return {
      sent: reply
        .headers({
          "content-length": opened.size,
          "x-content-type-options": "nosniff",
          "content-disposition": "inline",
        })
        .type(file.contentType)
        .send(opened.stream),
    };
  });
}
