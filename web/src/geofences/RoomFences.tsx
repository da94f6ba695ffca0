import { Button, Menu } from "@mantine/core";
import { createGeofence, listGeofences } from "@pulse/contract/geofences";
import { IconDoor } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/errorText.ts";
import { useNounCache } from "../entity/entity.api.ts";
import { useServices } from "../services/services.tsx";
import { floorOptions } from "../sites/floorOptions.ts";
import { useFloors } from "../sites/sites.api.ts";
import { geofences } from "./geofences.ts";

/** A menu of the rooms without a geofence: a click on one makes a geofence that follows it. */
export function RoomFences({ siteId }: { siteId: string }) {
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const cache = useNounCache(geofences);
  const [isOpen, setOpen] = useState(false);
  const { data: floors = [] } = useFloors(siteId);
  const { data: existing } = useQuery({
    queryKey: [geofences.name, siteId, "all"],
    enabled: isOpen,
    queryFn: ({ signal }) => api.call(listGeofences, { query: { siteId }, signal }),
  });
  const making = useMutation({
    mutationFn: (room: { id: string; name: string }) =>
      api.call(createGeofence, { query: { siteId }, body: { roomId: room.id } }),
    onSuccess: (_, { name }) => {
      snackbars.success(t("geofences.rooms.made", { name }));
      return cache.changed();
    },
    onError: (error) => snackbars.error(errorText(error)),
  });
  const fenced = new Set(existing?.map(({ roomId }) => roomId));
  const names = new Map(floorOptions(floors).map(({ value, label }) => [value, label]));
  const groups = floors
    .map(({ id, rooms }) => ({ id, name: names.get(id), rooms: rooms.filter((room) => !fenced.has(room.id)) }))
    .filter(({ rooms }) => rooms.length > 0);
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDoor size={16} stroke={1.75} aria-hidden="true" />}>
          {t("geofences.rooms.open")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="min(420px, 60vh)" style={{ overflowY: "auto" }}>
        {existing !== undefined && groups.length === 0 ? <Menu.Label>{t("geofences.rooms.none")}</Menu.Label> : null}
        {existing === undefined
          ? null
          : groups.map(({ id, name, rooms }) => (
              <div key={id} role="group" aria-label={name}>
                <Menu.Label>{name}</Menu.Label>
                {rooms.map((room) => (
                  <Menu.Item key={room.id} disabled={making.isPending} onClick={() => making.mutate(room)}>
                    {room.name}
                  </Menu.Item>
                ))}
              </div>
            ))}
      </Menu.Dropdown>
    </Menu>
  );
}
