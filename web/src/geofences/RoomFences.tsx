import { Button, Menu } from "@mantine/core";
import { IconDoor } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { floorOptions } from "../sites/floorOptions.ts";
import { useFloors } from "../sites/sites.api.ts";
import { useMakeRoomFence, useRoomFences } from "../rooms/useRoomFences.ts";

/** A menu of the rooms without a geofence: a click on one makes a geofence that follows it. */
export function RoomFences({ siteId }: { siteId: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { data: floors = [] } = useFloors(siteId);
  const following = useRoomFences(siteId, isOpen);
  const making = useMakeRoomFence(siteId);
  const names = new Map(floorOptions(floors).map(({ value, label }) => [value, label]));
  const groups = floors
    .map(({ id, rooms }) => ({
      id,
      name: names.get(id),
      rooms: rooms.filter((room) => following?.has(room.id) !== true),
    }))
    .filter(({ rooms }) => rooms.length > 0);
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDoor size={16} stroke={1.75} aria-hidden="true" />}>
          {t("geofences.rooms.open")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="min(420px, 60vh)" style={{ overflowY: "auto" }}>
        {following !== null && groups.length === 0 ? <Menu.Label>{t("geofences.rooms.none")}</Menu.Label> : null}
        {following === null
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
