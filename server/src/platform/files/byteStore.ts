import type { Readable } from "node:stream";

/** A stored file as its store lists it. */
export interface ListedFile {
  name: string;
  /** Bytes. */
  size: number;
  modifiedMs: number;
}

/**
 * Where the bytes of files are kept, each under a name: a folder (diskByteStore.ts) or a bucket (s3/s3ByteStore.ts). What is
 * stored under a name never changes. A store elsewhere that does not answer rejects with an AppError `service_unavailable`.
 */
export interface ByteStore {
  /** Stores a file: all of it, or nothing. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Stores a file of this machine, which is gone from its path afterwards: all of it, or nothing. */
  take(name: string, path: string): Promise<void>;
  /** Null: there is no such file. */
  open(name: string): Promise<{ stream: Readable; size: number } | null>;
  /** The bytes from `start` to before `end` of a file; fewer if it ends before. Null: there is no such file. */
  read(name: string, start: number, end: number): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Makes a file readable at a path of this machine, also after it is deleted here. False: there is no such file. */
  hold(name: string, path: string): Promise<boolean>;
  /**
   * A path of this machine at which a file can be read as long as it is stored: its own, or `spare`, to which it is then
   * copied. Null: there is no such file.
   */
  localPath(name: string, spare: string): Promise<string | null>;
  /** A missing file is no fault. */
  remove(names: readonly string[]): Promise<void>;
  /** All files, but no unfinished ones. */
  list(): Promise<ListedFile[]>;
}
