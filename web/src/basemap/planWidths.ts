/** The widths in which plans are requested, px; the server makes each of them once. Beyond the last it is the image itself. */
const widths = [1024, 2048, 4096] as const;

/** A picture may be stretched by this much before a wider one is fetched: more is seen, less is not. */
const stretch = 1.25;

/** A whole floor seldom takes the full width of its map: lists, cards and the shape of the floor leave less. */
const shareOfMap = 2 / 3;

/** The width of the plan's image to request for this many device pixels; Infinity: the image itself. */
export function widthToRequest(devicePx: number, imageWidth: number | null): number {
  const width = widths.find((each) => each * stretch >= devicePx) ?? Infinity;
  return imageWidth !== null && width >= imageWidth ? Infinity : width;
}

/** The same before anybody knows how large a floor appears, for a map of this many device pixels. */
export function firstWidth(mapDevicePx: number, imageWidth: number | null): number {
  return widthToRequest(mapDevicePx * shareOfMap * stretch, imageWidth);
}

/** Where the server has a plan's image in this width. */
export function planAddress(imageUrl: string, width: number): string {
  return width === Infinity ? imageUrl : `${imageUrl}?width=${width}`;
}

/** The width of the picture for the map: the image's, halved as long as it stays at least as wide as it appears. */
export function pictureWidth(imageWidth: number, devicePx: number): number {
  let width = imageWidth;
  while (width / 2 >= devicePx && width > 256) width = Math.ceil(width / 2);
  return width;
}
