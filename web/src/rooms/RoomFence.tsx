import { Button } from "@mantine/core";
import { IconPolygon } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLetters } from "../entity/useLetters.ts";
import { useMakeRoomFence, useRoomFences } from "./useRoomFences.ts";

interface Props {
  siteId: string;
  room: { id: string; name: string };
}

/** Makes a geofence of a room with one click, or leads to the one that follows it. */
export default function RoomFence({ siteId, room }: Props) {
  const { t } = useTranslation();
  const { c: mayMake, r: maySee } = useLetters("geofence_management");
  const following = useRoomFences(siteId, maySee);
  const making = useMakeRoomFence(siteId);
  const fence = following?.get(room.id);
  if (fence !== undefined) return <Link to={`/sites/${siteId}/geofences/${fence.id}`}>{t("geofences.open")}</Link>;
  // Whoever may make geofences without seeing them learns from the answer whether there is one.
  if (!mayMake || (maySee && following === null)) return null;
  return (
    <Button
      h={30}
      variant="default"
      leftSection={<IconPolygon size={16} stroke={1.75} aria-hidden="true" />}
      loading={making.isPending}
      onClick={() => making.mutate(room)}
    >
      {t("geofences.rooms.make")}
    </Button>
  );
}
