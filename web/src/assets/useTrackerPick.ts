import { searchTrackers } from "@pulse/contract/trackers";
import { useTranslation } from "react-i18next";
import { useServices } from "../services/services.tsx";
import type { Pickable } from "./EntityPicker.tsx";
import { linkSearch } from "./LinkedEntities.tsx";

/** How a tracker of a site is found to be linked: by name, MAC, serial number or scanner. */
export function useTrackerPick(siteId: string) {
  const { t } = useTranslation();
  const { api } = useServices();
  return {
    label: t("things.links.findTracker"),
    hint: t("things.links.findTrackerHint"),
    target: t("things.trackers.one"),
    queryKey: ["trackers", siteId],
    find: async (typed: string, signal: AbortSignal): Promise<Pickable[]> => {
      const matches = await api.call(searchTrackers, { query: linkSearch(siteId, typed), signal });
      return matches.map(({ id, name, mac, linkedAsset }) => ({
        id,
        name,
        detail: [mac, linkedAsset?.name].filter(Boolean).join(" · "),
      }));
    },
  };
}
