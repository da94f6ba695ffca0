import type { ApiClient } from "../api/client.ts";

/** A plan's pixels: of a file that was chosen, or of one that the server keeps and shows to those who may see it. */
export async function loadPlanImage(api: Pick<ApiClient, "bytes">, url: string): Promise<ImageBitmap> {
  if (!/^(blob|data):/.test(url)) return createImageBitmap(await api.bytes(url));
  // By an element: the content security policy lets nothing but images come from such an address.
  const image = new Image();
  image.src = url;
  await image.decode();
  return createImageBitmap(image);
}
