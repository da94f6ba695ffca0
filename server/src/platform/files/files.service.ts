import type { Readable } from "node:stream";
import { AppError } from "@pulse/contract/errors";
import { canEnter, type Viewer } from "../http/viewer.ts";
import type { FilesRepository } from "./files.repository.ts";

export type FilesService = ReturnType<typeof filesService>;

/** The bytes of stored files; images at most this many pixels wide. */
export interface StoredBytes {
  open(id: string, width: number | null, customerId: string): Promise<{ stream: Readable; size: number } | null>;
}

/** Stored files, visible to whoever may enter their site; for everybody else they do not exist (404). */
export function filesService(files: FilesRepository, store: StoredBytes) {
  return {
    reachable: async (viewer: Viewer, id: string) => {
      const file = await files.find(id);
      const within =
        file &&
        (file.siteId === null
          ? viewer.isSuperadmin || viewer.customerId === file.customerId
          : canEnter(viewer, { customerId: file.customerId, siteId: file.siteId }));
      if (!file || !within) throw new AppError("not_found");
      return file;
    },
    open: async (id: string, width: number | null, customerId: string) => {
      const opened = await store.open(id, width, customerId);
      if (opened === null) throw new AppError("not_found");
      return opened;
    },
  };
}
