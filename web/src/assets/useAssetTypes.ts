import { listAssetTypes } from "@pulse/contract/assets";
import { useQuery } from "@tanstack/react-query";
import { useServices } from "../services/services.tsx";

/** The types of a site's assets, to choose from. */
export function useAssetTypes(siteId: string | null, isArchived: boolean): readonly { value: string; label: string }[] {
  const { api } = useServices();
  const archived = String(isArchived);
  const { data = [] } = useQuery({
    queryKey: ["assets", siteId, "types", archived],
    enabled: siteId !== null,
    queryFn: ({ signal }) => api.call(listAssetTypes, { query: { siteId, archived }, signal }),
  });
  return data.map((type) => ({ value: type, label: type }));
}
