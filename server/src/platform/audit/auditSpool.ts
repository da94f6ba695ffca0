import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";
import type { Waiting } from "./auditRow.ts";

/** Entries on disk that wait for the database, oldest first. */
export interface AuditSpool {
  /** Keeps an entry from now on, even if the process is killed. False: the spool or the disk is full. */
  add(entry: Waiting): boolean;
  /** The entries that have waited longest, the same ones until `done` is called. Null: nothing waits. */
  oldest(): Waiting[] | null;
  /** Forgets the entries of `oldest`, which are in the database now. */
  done(): void;
  state(): { items: number; bytes: number; oldestMs: number | null };
  close(): void;
}

interface SpoolFile {
  path: string;
  bytes: number;
  items: number;
  oldestMs: number;
}

/** A spool of this size means that the database has been away for long. */
const maxBytes = 64 * 1024 * 1024;
/** This much is read and written to the database at a time. */
const fileBytes = 256 * 1024;
const namePattern = /^[0-9a-f-]{36}\.(\d+)\.jsonl$/;

/**
 * A queue on disk: one line per entry, in files that are deleted once the database has the entries. What an earlier
 * process left comes first. A line that a kill cut short is ignored, since nobody was told that it had been noted.
 */
export function auditSpool(folder: string): AuditSpool {
  const waiting: SpoolFile[] = leftIn(folder);
  let active: (SpoolFile & { fd: number }) | null = null;
  let total = waiting.reduce((sum, { bytes }) => sum + bytes, 0);

  const rotate = (): void => {
    if (active === null) return;
    closeSync(active.fd);
    waiting.push(active);
    active = null;
  };

  return {
    add: (entry) => {
      const line = Buffer.from(`${JSON.stringify(entry)}\n`);
      if (total + line.length > maxBytes) return false;
      try {
        if (active === null) {
          mkdirSync(folder, { recursive: true, mode: 0o700 });
          const path = join(folder, `${uuidv7()}.${process.pid}.jsonl`);
          active = { path, fd: openSync(path, "a", 0o600), bytes: 0, items: 0, oldestMs: entry.atMs };
        }
        writeWhole(active.fd, line);
      } catch {
        // The next line must not be appended to one that was cut short.
        rotate();
        return false;
      }
      active.bytes += line.length;
      active.items += 1;
      total += line.length;
      if (active.bytes > fileBytes) rotate();
      return true;
    },
    oldest: () => {
      if (waiting.length === 0) rotate();
      const [file] = waiting;
      return file === undefined ? null : entriesOf(file.path);
    },
    done: () => {
      const file = waiting.shift();
      if (file === undefined) return;
      rmSync(file.path, { force: true });
      total -= file.bytes;
    },
    state: () => {
      const files = active === null ? waiting : [...waiting, active];
      return {
        items: files.reduce((sum, { items }) => sum + items, 0),
        bytes: total,
        oldestMs: files[0]?.oldestMs ?? null,
      };
    },
    close: rotate,
  };
}

/** A disk that is nearly full may write only a part. */
function writeWhole(fd: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length;) written += writeSync(fd, bytes, written);
}

/** The files of processes that have ended; another living process in the same folder writes its own. */
function leftIn(folder: string): SpoolFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .toSorted()
    .flatMap((name) => {
      const pid = Number(namePattern.exec(name)?.[1]);
      if (Number.isNaN(pid) || (pid !== process.pid && isAlive(pid))) return [];
      const path = join(folder, name);
      const entries = entriesOf(path);
      const [first] = entries;
      if (first !== undefined) return { path, bytes: statSync(path).size, items: entries.length, oldestMs: first.atMs };
      rmSync(path, { force: true });
      return [];
    });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function entriesOf(path: string): Waiting[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line) => {
      try {
        return line === "" ? [] : [JSON.parse(line) as Waiting];
      } catch {
        return [];
      }
    });
}
