import type { Corners } from "@pulse/geo/floorPlan";

/** A plan's image on the map. */
export interface PlanImage {
  id: string;
  /** A path of our own origin such as a floor's `imageUrl`, or the `blob:` address of a chosen file. */
  url: string;
  /** Pixels, of an image that the server has in several widths: it is loaded as wide as the map needs it. */
  imageWidth?: number | null;
  /** The places of its corners: a floor's `corners`. */
  corners: Corners;
  /** 0 to 1; 1 unless given. */
  opacity?: number;
  /** A photograph keeps its colours at night. */
  isPhoto?: boolean;
}

/** A thing on the map that can be clicked and, if allowed, dragged or moved by the arrow keys. */
export interface MapMarker {
  id: string;
  lat: number;
  lon: number;
  /** Its name, for the tooltip and for screen readers. */
  label: string;
  kind: "gateway" | "asset" | "pin";
  /** Its shape, as on the site's map: filled, open or broken. A gateway is online and an asset moving unless given. */
  status?: "moving" | "still" | "stale" | "online" | "offline" | "never";
  /** Of an asset: whose icon it has. */
  assetType?: string;
  isSelected?: boolean;
  isDraggable?: boolean;
}
