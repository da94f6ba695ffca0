import type { ApiClient } from "../api/client.ts";

/** A plan's pixels: from a chosen file, or from the server for people who may see it. */
export async function loadPlanImage(api: Pick<ApiClient, "bytes">, url: string): Promise<ImageBitmap> {
  if (!/^(blob|data):/.test(url)) return createImageBitmap(await api.bytes(url));
  // With an element: the content security policy allows only images from such an address.
  const image = new Image();
  image.src = url;
  await image.decode();
  return createImageBitmap(image);
}
