import { scaleBar } from "../../basemap/scale.ts";
import type { MapPicture } from "../../mapEngine/mapPicture.ts";
import type { Caption } from "./caption.ts";

/** The height of the strip below the picture, in page pixels. */
const stripPx = 44;
const marginPx = 16;
const longestBarPx = 120;
const barPx = { height: 5, line: 1.5 };

export interface PictureLook {
  ground: string;
  text: string;
  quiet: string;
  fontFamily: string;
  distanceText(metres: number): string;
}

/** The parts of a canvas context that drawing needs. */
export type Paper = Pick<
  CanvasRenderingContext2D,
  | "drawImage"
  | "fillRect"
  | "fillText"
  | "measureText"
  | "beginPath"
  | "moveTo"
  | "lineTo"
  | "stroke"
  | "fillStyle"
  | "strokeStyle"
  | "lineWidth"
  | "font"
  | "textAlign"
  | "textBaseline"
>;

/** The size of picture and strip together, in canvas pixels. */
export function sizeOf({ canvas, ratio }: MapPicture): { width: number; height: number } {
  return { width: canvas.width, height: canvas.height + Math.round(stripPx * ratio) };
}

/** Draws the map, and one line below it: site and floors, the moment, the attribution, and a scale bar. */
export function composePicture(paper: Paper, picture: MapPicture, caption: Caption, look: PictureLook): void {
  const { canvas, ratio } = picture;
  const { width, height } = sizeOf(picture);
  const middle = canvas.height + (height - canvas.height) / 2;
  const px = (css: number): number => css * ratio;
  paper.fillStyle = look.ground;
  paper.fillRect(0, 0, width, height);
  paper.drawImage(canvas, 0, 0);
  paper.textBaseline = "middle";

  const bar = scaleBar(picture.pxPerM, longestBarPx);
  const right = width - px(marginPx);
  const left = right - px(bar.px);
  paper.strokeStyle = look.text;
  paper.lineWidth = px(barPx.line);
  paper.beginPath();
  paper.moveTo(left, middle + px(3));
  paper.lineTo(left, middle + px(3 + barPx.height));
  paper.lineTo(right, middle + px(3 + barPx.height));
  paper.lineTo(right, middle + px(3));
  paper.stroke();
  paper.fillStyle = look.text;
  paper.font = `500 ${px(11)}px ${look.fontFamily}`;
  paper.textAlign = "right";
  paper.fillText(look.distanceText(bar.metres), right, middle - px(6));

  paper.textAlign = "left";
  let x = px(marginPx);
  const write = (text: string, weight: number, colour: string): void => {
    paper.font = `${weight} ${px(14)}px ${look.fontFamily}`;
    const wide = paper.measureText(text).width;
    // Text that does not fit beside the scale is left out: the file's name contains it too.
    if (text === "" || x + wide > left - px(marginPx)) return;
    paper.fillStyle = colour;
    paper.fillText(text, x, middle);
    x += wide + px(14);
  };
  write(caption.site, 600, look.text);
  write(caption.floors, 400, look.text);
  write(caption.moment, 400, look.quiet);
  write(picture.attribution, 400, look.quiet);
}
