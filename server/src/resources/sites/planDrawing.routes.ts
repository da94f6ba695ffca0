import { AppError } from "@pulse/contract/errors";
import { drawingLimits } from "@pulse/contract/drawing";
import { type PlanDrawing, readPlanDrawing } from "@pulse/contract/planDrawing";
import { piecesOf, placedWalls } from "@pulse/geo/dxf/placedWalls";
import type { Placement } from "@pulse/geo/floorPlan";
import type { z } from "zod";
import type { FileStore } from "../../platform/files/fileStore.ts";
import { refusalOfImage } from "../../platform/files/photos.ts";
import type { RouteContext } from "../../platform/http/route.ts";
import { uploadRoute } from "../../platform/http/uploadRoute.ts";

/** What a CAD drawing contains besides its picture, so that programs can do what the screen does. */
export async function planDrawingRoutes(context: RouteContext, uploads: FileStore): Promise<void> {
  await uploadRoute(
    context,
    { ...readPlanDrawing, upload: readPlanDrawing.upload! },
    uploads,
    async ({ viewer, query, write }, file) => {
      const { walls, ...size } = await uploads.readCad(file, viewer.customerId ?? "").catch((error: unknown) => {
        throw refusalOfImage(error, readPlanDrawing.upload!.part);
      });
      const { walls: max, wallPoints } = drawingLimits;
      const lines = piecesOf(walls, wallPoints).slice(0, max);
      const placement = placementOf(query);
      const content: PlanDrawing = {
        ...size,
        walls: lines.map((points) => ({ points: points.map(([x, y]) => ({ x, y })) })),
        drawing: placement && {
          walls: placedWalls(lines, placement, wallPoints).map((points) => ({ points, lossDb: null })),
        },
      };
      return { content: write.unchanged(content) };
    },
    async () => undefined,
  );
}

type Query = z.output<NonNullable<typeof readPlanDrawing.query>>;

/**
 * Null: no corners were given.
 * @throws {AppError} `invalid_parameter` if only some of their coordinates were
 */
function placementOf({ northWestLat, northWestLon, southEastLat, southEastLon, rotationDeg }: Query): Placement | null {
  const given = [northWestLat, northWestLon, southEastLat, southEastLon];
  if (given.every((value) => value === undefined)) return null;
  if (
    northWestLat === undefined ||
    northWestLon === undefined ||
    southEastLat === undefined ||
    southEastLon === undefined
  ) {
    const message = "Give both corners with latitude and longitude, or none of them";
    throw new AppError("invalid_parameter", {
      details: [{ path: "north_west_lat", code: "invalid_parameter", message }],
    });
  }
  return {
    northWest: { lat: northWestLat, lon: northWestLon },
    southEast: { lat: southEastLat, lon: southEastLon },
    rotationDeg: rotationDeg ?? 0,
  };
}
