import { createGeofence, type Geofence, listGeofences } from "@pulse/contract/geofences";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/errorText.ts";
import { useNounCache } from "../entity/entity.api.ts";
import { useServices } from "../services/services.tsx";

/** The name of the geofences' cached answers, and what else shows them: assets' places include the fences around them. */
export const fenceCache = {
  name: "geofences",
  shownIn: ["geofences", "activeAlerts", "mapFences", "liveAssets"],
} as const;

/** The site's geofences that follow a room, by the room's id; null: not known yet. */
export function useRoomFences(siteId: string, isNeeded: boolean): ReadonlyMap<string, Geofence> | null {
  const { api } = useServices();
  const { data } = useQuery({
    queryKey: [fenceCache.name, siteId, "all"],
    enabled: isNeeded,
    queryFn: ({ signal }) => api.call(listGeofences, { query: { siteId }, signal }),
  });
  if (data === undefined) return null;
  return new Map(data.flatMap((fence) => (fence.roomId === null ? [] : [[fence.roomId, fence] as const])));
}

/** Makes a geofence of a room, which follows it. */
export function useMakeRoomFence(siteId: string) {
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const cache = useNounCache(fenceCache);
  return useMutation({
    mutationFn: (room: { id: string; name: string }) =>
      api.call(createGeofence, { query: { siteId }, body: { roomId: room.id } }),
    onSuccess: (_, { name }) => {
      snackbars.success(t("geofences.rooms.made", { name }));
      return cache.changed();
    },
    onError: (error) => snackbars.error(errorText(error)),
  });
}
