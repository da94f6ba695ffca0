import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { v7 as uuidv7 } from "uuid";
import type { ByteStore } from "./byteStore.ts";
import type { CadContent, FileStore, StoredImage } from "./fileStore.ts";
import type { ImageJob } from "./imageProcess.ts";
import { imageProcesses } from "./imageProcesses.ts";
import { uploadFolder } from "./uploadFolder.ts";

/** Widths that are made on first request; other widths are rounded up to the next of them. */
const widths = [256, 512, 1024, 2048, 4096];
/** Each name begins with an id. */
const idOf = (name: string): string => name.slice(0, 36);

/**
 * Uploaded files, each under its id, with smaller widths of an image beside it.
 * @param bytes where they are kept
 * @param uploads a folder of this machine for what is being received and decoded
 */
export async function imageFileStore(bytes: ByteStore, uploads: string): Promise<FileStore> {
  const moment = await uploadFolder(uploads);
  const images = imageProcesses();
  const put = async (job: ImageJob, customerId: string): Promise<StoredImage> => {
    const { data, width, height } = await images.run(job, customerId);
    const id = uuidv7();
    await bytes.write(id, data);
    const sha256 = createHash("sha256").update(data).digest("hex");
    return { id, contentType: "image/webp", size: data.length, sha256, width, height };
  };
  const makeNarrower = async (id: string, width: number, customerId: string): Promise<Uint8Array | null> => {
    const spare = moment.unfinished();
    try {
      const original = await bytes.localPath(id, spare);
      if (original === null) return null;
      const { data } = await images.run({ narrow: original, width }, customerId);
      await bytes.write(`${id}.${width}`, data);
      return data;
    } finally {
      await moment.delete(spare);
    }
  };
  return {
    receive: moment.receive,
    discard: moment.discard,
    putImage: (image, customerId) => put({ rewrite: image }, customerId),
    putPhoto: (file, customerId) => put({ photo: file.path }, customerId),
    putPlan: (file, customerId) => put({ plan: file.path }, customerId),
    readCad: async (file, customerId) => {
      const { data } = await images.run({ cad: file.path }, customerId);
      return JSON.parse(new TextDecoder().decode(data)) as CadContent;
    },
    open: async (id, width, customerId) => {
      const wanted = width === null ? undefined : widths.find((each) => each >= width);
      if (wanted === undefined) return bytes.open(id);
      const found = await bytes.open(`${id}.${wanted}`);
      if (found !== null) return found;
      const made = await makeNarrower(id, wanted, customerId);
      return made && { stream: Readable.from([made]), size: made.length };
    },
    remove: async (id) => {
      await moment.deleteLeftover(id);
      await bytes.remove([id, ...widths.map((width) => `${id}.${width}`)]);
    },
    untouchedSince: async (beforeMs) => {
      const stored = (await bytes.list()).filter(({ modifiedMs }) => modifiedMs < beforeMs);
      return new Set([...stored.map(({ name }) => idOf(name)), ...(await moment.leftoversSince(beforeMs))]);
    },
  };
}
