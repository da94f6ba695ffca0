import type { Map as MapLibreMap } from "maplibre-gl";
import { pxPerM } from "../basemap/scale.ts";

/** A copy of what a map shows. */
export interface MapPicture {
  canvas: HTMLCanvasElement;
  /** Canvas pixels per page pixel. */
  ratio: number;
  /** Page pixels per metre. */
  pxPerM: number;
  /** The source of the basemap's data: its licence requires this text wherever the map is shown. */
  attribution: string;
}

/** Copies what the map shows. The graphics card keeps no picture between frames, so one is drawn and read in one go. */
export function mapPicture(map: MapLibreMap): MapPicture {
  map.redraw();
  const drawn = map.getCanvas();
  const ratio = drawn.width / Math.max(1, drawn.clientWidth);
  const canvas = document.createElement("canvas");
  canvas.width = drawn.width;
  canvas.height = drawn.height;
  const context = canvas.getContext("2d");
  if (context !== null) {
    context.drawImage(drawn, 0, 0);
    drawMarks(context, map.getCanvasContainer(), ratio);
  }
  const attribution = map.getContainer().querySelector(".maplibregl-ctrl-attrib-inner")?.textContent?.trim() ?? "";
  return { canvas, ratio, pxPerM: pxPerM(map.getZoom(), map.getCenter().lat), attribution };
}

// The numbered halts of a track are elements of the page above the map's picture.
function drawMarks(context: CanvasRenderingContext2D, container: HTMLElement, ratio: number): void {
  const frame = container.getBoundingClientRect();
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const mark of container.querySelectorAll<HTMLElement>("span > b")) {
    const { left, top, width, height } = mark.getBoundingClientRect();
    const { backgroundColor, color, fontFamily } = getComputedStyle(mark);
    const [x, y] = [(left + width / 2 - frame.left) * ratio, (top + height / 2 - frame.top) * ratio];
    context.fillStyle = backgroundColor;
    context.beginPath();
    context.arc(x, y, (width / 2) * ratio, 0, 2 * Math.PI);
    context.fill();
    context.fillStyle = color;
    context.font = `700 ${11 * ratio}px ${fontFamily}`;
    context.fillText(mark.textContent ?? "", x, y);
  }
}
