import { statfs } from "node:fs/promises";

/** What a file system has left for a user without special rights. */
export interface FreeSpace {
  bytes: number;
  /** How many more files it can hold; null: it has no such limit. */
  files: number | null;
}

/** With less, the database and the log of messages may stop within minutes; an upload may be 200 MB. */
const minBytes = 256 * 1024 * 1024;
/** The database makes files by the hundred. */
const minFiles = 1000;

/** Asks the system about the file system of a folder. */
export async function freeSpaceOf(folder: string): Promise<FreeSpace> {
  const { bsize, bavail, files, ffree } = await statfs(folder);
  return { bytes: bsize * bavail, files: files > 0 ? ffree : null };
}

/** Whether the data folder is running full. */
export interface DiskSpace {
  /** Looks now. */
  look(): Promise<void>;
  /** What the last look found, in words; null: there is space. */
  unhealthyReason(): string | null;
}

/** @param freeSpace rejects if the system cannot tell */
export function diskSpace(freeSpace: () => Promise<FreeSpace>): DiskSpace {
  let reason: string | null = null;
  return {
    look: async () => {
      const { bytes, files } = await freeSpace();
      const isFull = bytes < minBytes || (files !== null && files < minFiles);
      const remaining = bytes < minBytes ? `${Math.floor(bytes / 1024 / 1024)} MB` : `space for ${files} files`;
      reason = isFull
        ? `the disk of PULSE_DATA_DIR is nearly full: ${remaining} left, then nothing can be stored`
        : null;
    },
    unhealthyReason: () => reason,
  };
}
