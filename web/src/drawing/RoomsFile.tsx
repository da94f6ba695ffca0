import { Button, FileButton } from "@mantine/core";
import type { PlacedPlan } from "@pulse/geo/floorPlan";
import { IconFileImport } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { Dispatch } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../services/services.tsx";
import { numberText } from "../text/numbers.ts";
import type { DrawingAction } from "./drawingState.ts";
import { RoomsRejection, roomsInGeoJson } from "./geoJsonRooms.ts";

interface Props {
  plan: PlacedPlan;
  isDisabled: boolean;
  /** How a room without a name is called. */
  nameOf(nth: number): string;
  onAction: Dispatch<DrawingAction>;
}

/** Larger than any floor with the most rooms that it may have. */
const maxBytes = 10 * 1024 * 1024;

/** Adds the rooms of a GeoJSON file to the drawing, as one step that can be undone; saving checks them like drawn ones. */
export function RoomsFile({ plan, isDisabled, nameOf, onAction }: Props) {
  const { t } = useTranslation();
  const { snackbars } = useServices();
  const reading = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > maxBytes) throw new RoomsRejection("tooMany");
      return roomsInGeoJson(await file.text(), plan);
    },
    onSuccess: ({ rooms, leftOut, holes }) => {
      onAction({
        kind: "addSuggested",
        walls: [],
        rooms: rooms.map((room, nth) => ({ ...room, name: room.name === "" ? nameOf(nth + 1) : room.name })),
      });
      const notes = [
        t("drawing.geoJson.added", { count: rooms.length }),
        ...(leftOut === 0 ? [] : [t("drawing.geoJson.leftOut", { count: leftOut })]),
        ...(holes === 0 ? [] : [t("drawing.geoJson.holes", { count: holes })]),
      ];
      snackbars.info(notes.join(" "));
    },
    onError: (error) => {
      const reason = error instanceof RoomsRejection ? error.reason : "unreadable";
      const metres = error instanceof RoomsRejection ? error.distanceM : 0;
      snackbars.error(t(`drawing.geoJson.wrong.${reason}`, { km: numberText(Number((metres / 1000).toPrecision(2))) }));
    },
  });
  return (
    <FileButton
      accept=".geojson,.json,application/geo+json"
      onChange={(file) => {
        if (file !== null) reading.mutate(file);
      }}
    >
      {(props) => (
        <Button
          {...props}
          variant="default"
          leftSection={<IconFileImport size={16} stroke={1.75} aria-hidden="true" />}
          loading={reading.isPending}
          disabled={isDisabled}
        >
          {t("drawing.geoJson.open")}
        </Button>
      )}
    </FileButton>
  );
}
