import { z } from "zod";

/** The version of what follows; a file of a higher one is from a newer Pulse. */
export const formatVersion = 1;

/**
 * A backup is a tar archive, compressed with gzip and, with a passphrase, encrypted as age does (age-encryption.org/v1). Its
 * files, in this order:
 *
 * - `pulse-backup.json`: the header, with the shape of the database;
 * - `database/TABLE/000001.ndjson` and so on: rows, a line each (tableRows.ts);
 * - `folders/FOLDER/PATH`: the files of the data folder;
 * - `end.json`: counts and checksums of all that. Without it the archive is torn.
 */
export const headerName = "pulse-backup.json";
export const endName = "end.json";

/** The folders in the data folder that a backup contains besides the database. */
export const backupFolders = ["files", "reports", "keys", "log", "audit-spool"] as const;
export type BackupFolder = (typeof backupFolders)[number];

const name = z.string().regex(/^[a-z_][a-z0-9_]*$/);
/** A type as PostgreSQL prints it, and no more: it becomes part of a statement. */
const columnType = z.string().regex(/^[a-z_][a-z0-9_ ]*(\(\d+(,-?\d+)?\))?( with(out)? time zone)?(\[\])*$/);
/** `FOR VALUES FROM (…) TO (…)` with one number or quoted time, or an end of the range. */
const bound = z.string().regex(/^FOR VALUES FROM \((MINVALUE|'[\d :.+-]+')\) TO \((MAXVALUE|MINVALUE|'[\d :.+-]+')\)$/);

export const Header = z.object({
  format: z.number().int(),
  /** The release that wrote it. */
  product: z.string(),
  createdAt: z.iso.datetime(),
  database: z.object({
    migrations: z.array(z.string()).min(1),
    tables: z.array(z.object({ name, columns: z.array(z.object({ name, type: columnType })) })),
    partitions: z.array(z.object({ parent: name, name, bound })),
    sequences: z.array(z.object({ name, value: z.string().regex(/^-?\d+$/), isCalled: z.boolean() })),
  }),
});
export type Header = z.infer<typeof Header>;

export const End = z.object({
  /** SHA-256 of the header. */
  header: z.string(),
  /** Of each table: its rows, and the SHA-256 of all its lines. */
  tables: z.record(z.string(), z.object({ rows: z.number().int(), sha256: z.string() })),
  /** Of each folder: its files and bytes, and the SHA-256 of a line `SHA256 SIZE PATH` for each file, in the archive's order. */
  folders: z.record(
    z.enum(backupFolders),
    z.object({ files: z.number().int(), bytes: z.number().int(), sha256: z.string() }),
  ),
});
export type End = z.infer<typeof End>;

/** A file that is no backup, or not a whole one, or not one for this release or passphrase: one line for people. */
export class BackupRefused extends Error {
  override readonly name = "BackupRefused";
}

export const tornFile = (why: string): BackupRefused => new BackupRefused(`the backup is torn or damaged: ${why}`);
export const foreignFile = (): BackupRefused => new BackupRefused("this is not a backup of Pulse");
