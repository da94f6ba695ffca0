// The light colours, weights and fills of the look's drawing rules (look.md section 8): three steps of emphasis,
// wall > room > furniture; strokes in pixels at 10 px/m.
const FLOOR = "#FDFDFE";
const WALL = "#3C4653";
const INNER = "#717C89";
const THIN = "#A9B2BD";
const RACK = "#E6EAEF";
const RACK_LINE = "#BAC3CD";
const LANE = "#DDD3B8";
const WALKWAY_LINE = "#B9CFC5";
const ALERT_SOFT = "#FEE7E9";
const OK = "#07897A";

interface Ink {
  /** Higher layers are drawn later, on top. */
  layer: number;
  attributes: string;
}

const fill = (layer: number, colour: string, more = ""): Ink => ({ layer, attributes: `fill="${colour}"${more}` });
const stroke = (layer: number, colour: string, width: number, more = ""): Ink => ({
  layer,
  attributes: `fill="none" stroke="${colour}" stroke-width="${width}"${more}`,
});
const outlined = (layer: number, colour: string, line: string, width: number): Ink => ({
  layer,
  attributes: `fill="${colour}" stroke="${line}" stroke-width="${width}"`,
});

/** Every ink of a plan, by name. */
export const inks = {
  floor: fill(0, FLOOR),
  office: fill(1, "#F1F2F9"),
  work: fill(1, "#F4F5F7"),
  cold: fill(1, "#E6F3F9"),
  freezer: fill(1, "#D7EBF6"),
  charging: fill(1, "#F0F6F1"),
  dock: fill(1, "#F7F4EC"),
  quarantine: fill(1, ALERT_SOFT, ' fill-opacity="0.55"'),
  void: outlined(1, "#EEF0F3", THIN, 0.8),
  walkway: fill(2, "#EEF4F1"),
  walkwayEdge: stroke(2, WALKWAY_LINE, 1, ' stroke-dasharray="5 4"'),
  zebra: fill(2, WALKWAY_LINE, ' fill-opacity="0.6"'),
  lane: stroke(2, LANE, 1.5),
  bayMark: stroke(2, WALKWAY_LINE, 1.2),
  rack: fill(3, RACK),
  pallet: fill(4, "#D3DAE2"),
  palletPale: fill(4, "#D3DAE2", ' fill-opacity="0.5"'),
  bay: stroke(5, RACK_LINE, 0.6),
  rackEdge: stroke(6, RACK_LINE, 1),
  guard: stroke(6, LANE, 2, ' stroke-linecap="round"'),
  goods: outlined(6, RACK, RACK_LINE, 0.8),
  conveyor: outlined(6, RACK, INNER, 1),
  conveyorInside: outlined(7, "#F4F5F7", INNER, 1),
  furniture: outlined(8, FLOOR, THIN, 0.8),
  furnitureDetail: outlined(9, RACK, THIN, 0.6),
  fixture: outlined(9, "#F7F8FA", THIN, 0.8),
  thin: stroke(10, THIN, 0.8),
  curtain: stroke(10, RACK_LINE, 0.8, ' stroke-dasharray="2.5 2"'),
  bolt: stroke(10, OK, 1),
  column: fill(11, WALL),
  low: stroke(12, INNER, 1, ' stroke-dasharray="6 3"'),
  rail: stroke(12, INNER, 1),
  mesh: stroke(12, INNER, 1.4, ' stroke-dasharray="1.5 2.5"'),
  inner: stroke(13, INNER, 1.7, ' stroke-linecap="square"'),
  insulated: stroke(13, WALL, 3.4),
  outer: stroke(14, WALL, 3.6, ' stroke-linejoin="miter"'),
  opening: stroke(15, FLOOR, 4.4),
  window: stroke(16, FLOOR, 1.3),
  roller: stroke(16, INNER, 2.4, ' stroke-dasharray="1.6 1.4"'),
  glass: stroke(16, THIN, 1.6),
  door: stroke(16, THIN, 0.9),
  bumper: fill(17, WALL),
  // Trailers fade out toward the edge of the image: the yard beyond belongs to the map.
  trailer: { layer: 17, attributes: 'fill="url(#trailer)" stroke="url(#trailerEdge)" stroke-width="1"' },
} satisfies Record<string, Ink>;

export type InkName = keyof typeof inks;

/** The soft shadow of a building: colour, and offset and blur in pixels. */
export const shadow = { colour: "#161B22", opacity: 0.16, offsetPx: 3, blurPx: 5 };

/** Gradients that inks refer to. */
export const gradients = [
  '<linearGradient id="trailer" x2="0" y2="1"><stop stop-color="#FFFFFF"/><stop offset="1" stop-color="#FFFFFF" stop-opacity="0"/></linearGradient>',
  '<linearGradient id="trailerEdge" x2="0" y2="1"><stop stop-color="#9AA5B1"/><stop offset="1" stop-color="#9AA5B1" stop-opacity="0"/></linearGradient>',
].join("");
