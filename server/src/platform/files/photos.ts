import { AppError, errorMessage } from "@pulse/contract/errors";
import { limits } from "@pulse/contract/limits";
import type { FileStore, ReceivedFile, StoredImage } from "./fileStore.ts";
import type { WriteTransaction } from "../writes/record.ts";
import type { FilesRepository } from "./files.repository.ts";

export type Photos = ReturnType<typeof photos>;

/** A thing that may have a picture. */
interface Owner {
  customerId: string;
  siteId: string;
}

/**
 * Pictures of things. Bytes are stored before the transaction that remembers them, and deleted after the one that
 * forgets them, so a crash in between may leave unused bytes but never a picture without bytes.
 */
export function photos(files: FilesRepository, store: Pick<FileStore, "putPhoto" | "remove">) {
  return {
    /**
     * Stores a received picture and lets `remember` write it to the database.
     * @throws {AppError} `file_type_invalid`, `file_too_large`
     */
    store: async <T>(
      file: ReceivedFile,
      owner: Owner,
      remember: (imageId: string, insert: (trx: WriteTransaction) => Promise<void>) => Promise<T>,
    ): Promise<T> => {
      const image = await store.putPhoto(file, owner.customerId).catch((error: unknown) => {
        throw refusalOfImage(error, "file");
      });
      try {
        return await remember(image.id, (trx) => files.insert(trx, rowOf(image, owner, file)));
      } catch (error) {
        // A refusal was surely not committed. After any other failure we cannot know, and the sweep will decide.
        if (error instanceof AppError) await store.remove(image.id);
        throw error;
      }
    },

    /** Called within the transaction that forgets a picture. */
    deleteRow: (trx: WriteTransaction, imageId: string): Promise<void> => files.remove(trx, imageId),

    /** Called after it. Bytes that cannot be deleted now are left to the sweep. */
    remove: (imageId: string): Promise<void> => store.remove(imageId).catch(() => undefined),
  };
}

const longestName = 255;

function rowOf(image: StoredImage, { customerId, siteId }: Owner, { filename }: ReceivedFile) {
  return { ...image, customerId, siteId, filename: filename.replaceAll("\0", "").slice(0, longestName) };
}

/** What the decoder's own refusals mean. */
const reasons: Readonly<Record<string, string>> = {
  "too costly": "This image takes too much time or memory to draw",
};

/** What the decoder reports is about the image that was sent; what the disk reports is not. */
export function refusalOfImage(error: unknown, path: string, maxPixels: number = limits.imagePixels): unknown {
  if (error instanceof Error && error.name === "DecoderFault")
    return new AppError("service_unavailable", { headers: { "retry-after": "5" }, cause: error });
  if (!(error instanceof Error) || "code" in error) return error;
  const isTooLong = error.message === "unpacks to too much";
  const max = isTooLong ? `${limits.svgUnpackedBytes / 1024 / 1024} MB` : `${maxPixels / 1e6} megapixels`;
  const code = isTooLong || /pixel limit/i.test(error.message) ? "file_too_large" : "file_type_invalid";
  // What is wrong with a drawing is said by its line.
  const said = /^line \d+: /.test(error.message) ? error.message : reasons[error.message];
  const message = said ?? errorMessage(code, { max });
  const details = [{ path, code, message }];
  return new AppError(code, { values: { max }, details, cause: error });
}
