import type { MapPicture } from "../../mapEngine/mapPicture.ts";
import { type Scheme, tokensOf } from "../../theme/tokens.ts";
import { scaleText } from "../../basemap/scaleText.ts";
import type { Caption } from "./caption.ts";
import { composePicture, sizeOf } from "./composePicture.ts";

/** The picture with its caption as a PNG file; null if the browser cannot make one. */
export function pngOf(picture: MapPicture, caption: Caption, scheme: Scheme): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, sizeOf(picture));
  const paper = canvas.getContext("2d");
  if (paper === null) return Promise.resolve(null);
  const { surface, text, "text-2": quiet } = tokensOf(scheme);
  composePicture(paper, picture, caption, {
    ground: surface,
    text,
    quiet,
    fontFamily: getComputedStyle(document.body).fontFamily,
    distanceText: scaleText,
  });
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
