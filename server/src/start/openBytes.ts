import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";
import type { Config } from "../platform/config/config.ts";
import { ConfigError } from "../platform/config/settings.ts";
import type { ByteStore } from "../platform/files/byteStore.ts";
import { diskByteStore } from "../platform/files/diskByteStore.ts";
import type { S3Address } from "../platform/files/s3/s3Address.ts";

export interface OpenBytes {
  /** Uploaded files. */
  bytes: ByteStore;
  /** The files of reports. */
  reports: ByteStore;
  /** Of a store that is elsewhere; null: the data folder has the files. */
  remote: { look(): Promise<void>; unhealthyReason(): string | null } | null;
  close(): void;
}

/** Where the settings want files. Throws a ConfigError of one line if a store elsewhere cannot be used. */
export async function openBytes({ filesStore }: Pick<Config, "filesStore">, dataDir: string): Promise<OpenBytes> {
  if (filesStore !== null) return openBucket(filesStore, "PULSE_FILES_URL");
  return {
    bytes: diskByteStore(join(dataDir, "files")),
    reports: diskByteStore(join(dataDir, "reports")),
    remote: null,
    close: () => undefined,
  };
}

/**
 * Opens a bucket once it has been written to, read and deleted from.
 * @param setting what named it
 */
export async function openBucket(address: S3Address, setting: string): Promise<OpenBytes> {
  // Its library is loaded only where there is a bucket.
  const { s3ByteStore } = await import("../platform/files/s3/s3ByteStore.ts");
  const store = s3ByteStore(address);
  const reports = s3ByteStore(address, "reports/");
  try {
    await store.probe(uuidv7());
  } catch (error) {
    store.close();
    reports.close();
    const { message } = error as Error;
    throw new ConfigError(`${setting}="s3://…@${address.host}/${address.bucket}" cannot be used: ${message}`, {
      cause: error,
    });
  }
  return {
    bytes: store,
    reports,
    remote: { look: store.look, unhealthyReason: () => store.unhealthyReason() ?? reports.unhealthyReason() },
    close: () => {
      store.close();
      reports.close();
    },
  };
}
