import { getCalibration } from "@pulse/contract/calibration";
import { useQuery } from "@tanstack/react-query";
import { useLetters } from "../entity/useLetters.ts";
import { useServices } from "../services.tsx";
import { sites } from "./sites.ts";

/** How often is looked whether reference beacons are where they hang, ms. */
const liveMs = 15_000;

export const calibrationKey = (siteId: string) => ["calibration", siteId] as const;

/** What a site has learned of its own radio, for those who may change the site. */
export function useSiteCalibration(siteId: string) {
  const { api } = useServices();
  const can = useLetters(sites.area);
  return useQuery({
    queryKey: calibrationKey(siteId),
    enabled: can.u,
    queryFn: ({ signal }) => api.call(getCalibration, { params: { id: siteId }, signal }),
    refetchInterval: liveMs,
    // Where it is what the page is about, the page says that it failed; elsewhere nobody needs to know.
    meta: { isSilent: true },
  });
}
