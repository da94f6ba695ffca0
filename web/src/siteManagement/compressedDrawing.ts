import { limits } from "@pulse/contract/limits";
import { PlanRejection } from "./planFile.ts";

/**
 * A drawing that its program has compressed (.svgz), unpacked; another file as it is.
 * @throws {PlanRejection} if it is damaged or unpacks to too much
 */
export async function unpackedDrawing(file: Blob): Promise<Blob> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) return file;
  const reader = file.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return new Blob(pieces);
      bytes += value.length;
      // The size that an archive states need not be true.
      if (bytes > limits.svgUnpackedBytes)
        throw new PlanRejection("tooLarge", { max: limits.svgUnpackedBytes / 1024 ** 2 });
      pieces.push(value);
    }
  } catch (error) {
    throw error instanceof PlanRejection ? error : new PlanRejection("unreadable", {}, { cause: error });
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
