import type { Dependencies } from "../dependencies.ts";
import { linksRoutes } from "./links.routes.ts";
import { linksService } from "./links.service.ts";

type LinksParts = Pick<Dependencies, "context" | "db" | "now"> &
  Pick<Parameters<typeof linksService>[0], "assets" | "trackers">;

/** The links between assets and trackers. */
export function linksSlice(parts: LinksParts): void {
  linksRoutes(parts.context, linksService(parts), (viewer, { id }) => parts.assets.reachable(viewer, id));
}
