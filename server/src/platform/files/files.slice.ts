import type { PlatformDependencies } from "../dependencies.ts";
import { filesRepository } from "./files.repository.ts";
import { filesRoutes } from "./files.routes.ts";
import { filesService } from "./files.service.ts";
import { sweepingOrphans } from "./orphans.ts";
import { type Photos, photos } from "./photos.ts";
import { type Plans, plans } from "./plans.ts";

type FilesParts = Pick<
  PlatformDependencies,
  | "config"
  | "context"
  | "db"
  | "background"
  | "files"
  | "remoteFiles"
  | "readiness"
  | "now"
  | "problem"
  | "every"
  | "onStop"
>;

/** How often a store elsewhere is asked whether it answers; a monitor asks about as often. */
const lookEveryMs = 5_000;

/**
 * Stored files, pictures of things and plans of floors among them. Files that no row refers to are deleted every hour.
 */
export function filesSlice(parts: FilesParts): { photos: Photos; plans: Plans } {
  const { files: store, remoteFiles } = parts;
  if (remoteFiles !== null) {
    parts.readiness.part("files", remoteFiles.unhealthyReason);
    parts.every(lookEveryMs, remoteFiles.look);
  }
  const files = filesRepository(parts.db);
  filesRoutes(parts.context, filesService(files, store));
  if (parts.config.roles.has("jobs")) sweepingOrphans({ ...parts, db: parts.background, store });
  return { photos: photos(files, store), plans: plans(files, store) };
}
