import { useQuery } from "@tanstack/react-query";

/** The time zone where a site is, by its coordinates; undefined until it is known. */
export function useSiteZone(site: { lat: number; lon: number } | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: ["siteZone", site?.lat, site?.lon],
    enabled: site !== undefined,
    staleTime: Infinity,
    // The borders of all zones are 70 kB, which only this dialog needs.
    queryFn: async () => (await import("@photostructure/tz-lookup")).default(site?.lat ?? 0, site?.lon ?? 0),
  });
  return data;
}
