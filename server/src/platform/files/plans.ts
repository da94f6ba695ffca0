import { AppError, errorMessage } from "@pulse/contract/errors";
import { limits } from "@pulse/contract/limits";
import type { FileStore, StoredImage } from "./fileStore.ts";
import type { FormFiles } from "../http/formRoute.ts";
import type { WriteTransaction } from "../writes/record.ts";
import type { FilesRepository } from "./files.repository.ts";
import { refusalOfImage } from "./photos.ts";

export type Plans = ReturnType<typeof plans>;

/** Plans that have been stored and wait for the transaction that remembers them. */
export interface StoredPlans {
  /** The file of a part. */
  idOf(part: string): string;
  /** Pixels of its image. */
  sizeOf(part: string): { width: number; height: number };
  remember(trx: WriteTransaction, place: { customerId: string; siteId: string }): Promise<void>;
}

const longestName = 255;

/** Floor plans that come in a form. */
export function plans(files: FilesRepository, store: Pick<FileStore, "putPlan" | "remove">) {
  return {
    /**
     * Stores the wanted parts of a form, each once, and lets `write` write what needs them. The bytes come before the
     * transaction and go again if it is refused.
     * @param wanted the names of parts, each with the place of the field that names it
     * @throws {AppError} `file_type_invalid`, `file_too_large`, at that place
     */
    store: async <T>(
      wanted: readonly { part: string; path: string }[],
      requested: FormFiles,
      customerId: string,
      write: (stored: StoredPlans) => Promise<T>,
    ): Promise<T> => {
      const stored = new Map<string, StoredImage & { filename: string }>();
      try {
        for (const { part, path } of wanted) {
          if (stored.has(part)) continue;
          const file = requested.get(part);
          if (file === undefined) throw new Error(`the form has no part ${part}`);
          if (file === "too large") throw tooLarge(path);
          const image = await store.putPlan(file, customerId).catch((error: unknown) => {
            throw refusalOfImage(error, path, limits.planPixels);
          });
          stored.set(part, { ...image, filename: file.filename.replaceAll("\0", "").slice(0, longestName) });
        }
        return await write({
          idOf: (part) => stored.get(part)!.id,
          sizeOf: (part) => stored.get(part)!,
          remember: async (trx, place) => {
            for (const image of stored.values()) await files.insert(trx, { ...image, ...place });
          },
        });
      } catch (error) {
        // After any other failure nobody knows whether the transaction was committed, and the sweep decides.
        if (error instanceof AppError) for (const { id } of stored.values()) await store.remove(id);
        throw error;
      }
    },
  };
}

function tooLarge(path: string): AppError {
  const max = `${limits.imageBytes / 1024 / 1024} MB`;
  const details = [{ path, code: "file_too_large", message: errorMessage("file_too_large", { max }) }];
  return new AppError("file_too_large", { values: { max }, details });
}
