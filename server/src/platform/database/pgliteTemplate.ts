import { constants } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Migration } from "kysely/migration";
import { makePrivate } from "../files/privateTree.ts";
import { migrationsHash } from "./migrate.ts";

type MakeDatabase = (folder: string, extraMigrations: Record<string, Migration>) => Promise<void>;

/**
 * Puts a migrated, empty database at `folder`, which must not exist. The first call makes a template under
 * node_modules/.cache, later ones copy it, which is far quicker than the seconds of a new database. Template and copy
 * appear by a rename, so an interruption leaves no half-made database. Without a writable cache the database is made in
 * place.
 */
export async function placeTemplate(
  folder: string,
  extraMigrations: Record<string, Migration>,
  make: MakeDatabase,
): Promise<void> {
  const unfinished = `${folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  try {
    const template = await cachedTemplate(extraMigrations, make);
    // Shares disk blocks if the file system can.
    await cp(template, unfinished, { recursive: true, mode: constants.COPYFILE_FICLONE });
  } catch (error) {
    if (!isFileError(error)) throw error;
    await rm(unfinished, { recursive: true, force: true });
    await make(unfinished, extraMigrations);
  }
  // PGlite's own files of a new database may be read and written by everybody.
  await makePrivate(unfinished);
  await rename(unfinished, folder);
}

async function cachedTemplate(extraMigrations: Record<string, Migration>, make: MakeDatabase): Promise<string> {
  const pglite = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  const modules = pglite.slice(0, pglite.lastIndexOf("node_modules") + "node_modules".length);
  const cache = join(modules, ".cache", "pulse");
  const { mtimeMs } = await stat(pglite);
  const template = join(cache, `schema-${migrationsHash(extraMigrations)}-${Math.trunc(mtimeMs).toString(36)}`);
  if (await exists(template)) return template;
  await mkdir(cache, { recursive: true });
  const workshop = await mkdtemp(join(cache, "schema-new-"));
  try {
    await make(join(workshop, "database"), extraMigrations);
    await rename(join(workshop, "database"), template);
  } catch (error) {
    // Another process may have been quicker.
    if (!(await exists(template))) throw error;
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
  await dropOthers(cache, template);
  return template;
}

/** Removes templates of older schemas and of killed runs, after a day in which somebody may still be copying them. */
async function dropOthers(cache: string, keep: string): Promise<void> {
  const oldest = Date.now() - 24 * 3_600_000;
  for (const name of await readdir(cache)) {
    const path = join(cache, name);
    if (path === keep || !name.startsWith("schema-")) continue;
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < oldest) await rm(path, { recursive: true, force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}
