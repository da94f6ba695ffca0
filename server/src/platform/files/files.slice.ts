import type { PlatformDependencies } from "../dependencies.ts";
import { filesRepository } from "./files.repository.ts";
import { filesRoutes } from "./files.routes.ts";
import { filesService } from "./files.service.ts";
import { sweepingOrphans } from "./orphans.ts";
import { type Photos, photos } from "./photos.ts";
import { type Plans, plans } from "./plans.ts";

type FilesParts = Pick<
  PlatformDependencies,
  "context" | "db" | "background" | "files" | "now" | "problem" | "every" | "onStop"
>;

/**
 * Stored files, pictures of things and plans of floors among them. Files that no row refers to are deleted every hour.
 */
export function filesSlice(parts: FilesParts): { photos: Photos; plans: Plans } {
  const { files: store } = parts;
  const files = filesRepository(parts.db);
  filesRoutes(parts.context, filesService(files, store));
  sweepingOrphans({ ...parts, db: parts.background, store });
  return { photos: photos(files, store), plans: plans(files, store) };
}
