import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root, wherever it was cloned to. */
export const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** The Node that package.json pins; the product runs on it, whatever Node started these scripts. */
export const pinnedNode = join(root, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");

/** A file inside the repository, by its path from the root. */
export function inRoot(...parts) {
  return join(root, ...parts);
}
