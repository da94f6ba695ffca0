import type { AnchorTables } from "./anchorTables.ts";
import type { AreaIndex } from "./areaIndex.ts";
import type { FloorGrid } from "./floorGrid.ts";
import type { Point } from "./outline.ts";
import type { GatewayLearning } from "./gatewayLearning.ts";
import type { RadioModel } from "./pathLoss.ts";
import type { WallIndex } from "./walls.ts";

/** A gateway as the engine uses it. */
export interface PlacedAnchor extends GatewayLearning {
  id: string;
  x: number;
  y: number;
  z: number;
  floor: PlacedFloor;
  radio: RadioModel;
  /** Power at 1 m before any calibration, dBm. */
  nominalPowerDbm: number;
  snapRadiusM: number;
  tables: AnchorTables;
  /** The same for other floors, by their index, as far as they were asked for (beyondFloors.ts). */
  beyond: (AnchorTables | undefined)[];
  /** When it last heard any tag located with this model, and so was alive. */
  lastPacketMs: number;
  /** Its usual wait before it hands packets over, its last waits, and when its last upload came (uploads.ts), ms. */
  lagMs: number;
  waitsMs: number[];
  laggedMs: number;
  /** Tags that were located without it since it last heard any. */
  trackersNotHeard: Set<object>;
  /** A mobile gateway's place is valid until then; Infinity: it does not move. */
  validUntilMs: number;
  /** Standard deviation of its own place along an axis, m; 0 if it is fixed. */
  placeSdM: number;
  /** How far it hears above the path-loss model, as its site has learned, dB; part of `radio`. */
  learnedDb: number;
}

export interface PlacedFloor {
  id: string;
  index: number;
  level: number;
  elevationM: number;
  grid: FloorGrid;
  /** Whether somebody has drawn its outline; else it is guessed around its gateways. */
  isDrawn: boolean;
  /** Ring it does not reach beyond: its drawn outline, else its plan's image; null: neither is known. */
  limit: readonly Point[] | null;
  /** Whether its rooms show how far it reaches, if nothing else does: most of its gateways are in them. */
  isRoomed: boolean;
  /** Its rooms; null: none is drawn. */
  rooms: AreaIndex | null;
  /** Its walls; null: none is drawn. */
  walls: WallIndex | null;
}
