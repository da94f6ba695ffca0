import type { PictureRequest } from "./planPicture.ts";

/** Makes pictures of plans off the page's thread. The worker starts with the first one. */
export function planPictures() {
  let worker: Worker | null = null;
  let last = 0;
  const waiting = new Map<number, (picture: ImageBitmap) => void>();

  const start = (): Worker => {
    const started = new Worker(new URL("planPicture.ts", import.meta.url), { type: "module" });
    started.addEventListener("message", ({ data }: MessageEvent<{ id: number; picture: ImageBitmap }>) => {
      waiting.get(data.id)?.(data.picture);
      waiting.delete(data.id);
    });
    return started;
  };

  return {
    make(request: Omit<PictureRequest, "id">): Promise<ImageBitmap> {
      worker ??= start();
      const id = ++last;
      // The original stays here, for the next picture of it.
      worker.postMessage({ ...request, id } satisfies PictureRequest, { transfer: [] });
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    stop(): void {
      worker?.terminate();
      worker = null;
      waiting.clear();
    },
  };
}
