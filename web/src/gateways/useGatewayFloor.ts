import type { Hardware } from "@pulse/contract/gateways";
import type { FloorPlan } from "@pulse/contract/sites";
import { useFloors } from "../sites/sites.api.ts";

/** The floor that a gateway is on; undefined: none, or not known yet. */
export function useGatewayFloor({ siteId, floorId }: Pick<Hardware, "siteId" | "floorId">): FloorPlan | undefined {
  const { data: floors } = useFloors(siteId);
  return floors?.find(({ id }) => id === floorId);
}
