import type { Page } from "@playwright/test";

export type Colour = readonly [red: number, green: number, blue: number];

/** The colour of a floor as plans are drawn, and as the dark scheme shows it. */
export const floorColours = { light: [0xfd, 0xfd, 0xfe], dark: [0x20, 0x26, 0x2d] } as const;

const canvas = "canvas.maplibregl-canvas";
/** Hides everything that lies over the map. */
const mapAlone = `*{visibility:hidden!important}${canvas}{visibility:visible!important}`;

// The root's type check has no DOM types, on purpose; these are the few that run in the page.
interface Bitmap {
  width: number;
  height: number;
}
interface InPage {
  createImageBitmap(blob: Blob): Promise<Bitmap>;
  OffscreenCanvas: new (
    width: number,
    height: number,
  ) => {
    getContext(kind: "2d"): {
      drawImage(bitmap: Bitmap, x: number, y: number): void;
      getImageData(x: number, y: number, width: number, height: number): { data: Uint8ClampedArray };
    };
  };
}

/** The map as it is drawn, without what lies over it. */
export function mapPicture(page: Page): Promise<Buffer> {
  return page.locator(canvas).screenshot({ style: mapAlone });
}

/** The share of the map that has this colour now, 0 … 1. */
export async function shareOf(page: Page, colour: Colour): Promise<number> {
  return shareIn(page, await mapPicture(page), colour);
}

/** The share of a picture that has this colour, 0 … 1; this page's browser decodes it. */
export async function shareIn(page: Page, picture: Buffer, colour: Colour): Promise<number> {
  return page.evaluate(
    async ([encoded, wanted]) => {
      const { createImageBitmap, OffscreenCanvas } = globalThis as unknown as InPage;
      const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
      let found = 0;
      // Textures and browsers round colours.
      for (let at = 0; at < data.length; at += 4)
        if (wanted.every((value, channel) => Math.abs(data[at + channel]! - value) <= 2)) found++;
      return found / (bitmap.width * bitmap.height);
    },
    [picture.toString("base64"), colour] as const,
  );
}
