import type { AddressLimit } from "../../platform/http/addressLimit.ts";
import type { Dependencies } from "../dependencies.ts";
import { reachRoutes } from "./reach.routes.ts";
import { reachService } from "./reach.service.ts";

type ReachParts = Pick<
  Dependencies,
  "context" | "config" | "firstStart" | "reachFacts" | "deliver" | "audit" | "now"
> & {
  /** The limit on calls that need no sign-in. */
  limit: AddressLimit;
};

/** The checks of the first start, and the page that superadmins find later. */
export function reachSlice(parts: ReachParts): void {
  const reach = reachService({ ...parts, facts: parts.reachFacts });
  reachRoutes(parts.context, { ...parts, reach });
}
