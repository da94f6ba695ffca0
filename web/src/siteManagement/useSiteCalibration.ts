import { getCalibration } from "@pulse/contract/calibration";
import { useQuery } from "@tanstack/react-query";
import { useLetters } from "../entity/useLetters.ts";
import { useServices } from "../services/services.tsx";
import { sites } from "./sites.ts";

/** How often to check whether reference beacons are at their places, ms. */
const liveMs = 15_000;

export const calibrationKey = (siteId: string) => ["calibration", siteId] as const;

/** A site's learned calibration, for people who may change the site. */
export function useSiteCalibration(siteId: string) {
  const { api } = useServices();
  const can = useLetters(sites.area);
  return useQuery({
    queryKey: calibrationKey(siteId),
    enabled: can.u,
    queryFn: ({ signal }) => api.call(getCalibration, { params: { id: siteId }, signal }),
    refetchInterval: liveMs,
    // The calibration page shows the failure itself; elsewhere nobody needs to know.
    meta: { isSilent: true },
  });
}
