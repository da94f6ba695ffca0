import { createHash, type Hash } from "node:crypto";
import { type BackupFolder, backupFolders, type End } from "./archiveFormat.ts";

/** Adds up what goes into an archive, or comes out of one. */
export interface Checksums {
  header(bytes: Uint8Array): void;
  rows(table: string, rows: number, lines: Uint8Array): void;
  /** A file of a folder, whole: `chunk` for each part of it, then `end`. */
  file(folder: BackupFolder, path: string): { chunk(bytes: Uint8Array): void; end(): void };
  sums(): End;
}

/** @param tables those that the header names */
export function checksums(tables: readonly { name: string }[]): Checksums {
  let header = "";
  const ofTables = new Map(tables.map(({ name }) => [name, { rows: 0, hash: createHash("sha256") }]));
  const ofFolders = new Map<BackupFolder, { files: number; bytes: number; hash: Hash }>(
    backupFolders.map((folder) => [folder, { files: 0, bytes: 0, hash: createHash("sha256") }]),
  );
  return {
    header: (bytes) => {
      header = createHash("sha256").update(bytes).digest("hex");
    },
    rows: (table, rows, lines) => {
      const sum = ofTables.get(table)!;
      sum.rows += rows;
      sum.hash.update(lines);
    },
    file: (folder, path) => {
      const hash = createHash("sha256");
      let size = 0;
      return {
        chunk: (bytes) => {
          hash.update(bytes);
          size += bytes.length;
        },
        end: () => {
          const sum = ofFolders.get(folder)!;
          sum.files += 1;
          sum.bytes += size;
          sum.hash.update(`${hash.digest("hex")} ${size} ${path}\n`);
        },
      };
    },
    sums: () => ({
      header,
      tables: Object.fromEntries([...ofTables].map(([name, { rows, hash }]) => [name, { rows, sha256: digest(hash) }])),
      folders: Object.fromEntries(
        [...ofFolders].map(([name, { files, bytes, hash }]) => [name, { files, bytes, sha256: digest(hash) }]),
      ) as End["folders"],
    }),
  };
}

const digest = (hash: Hash): string => hash.copy().digest("hex");
