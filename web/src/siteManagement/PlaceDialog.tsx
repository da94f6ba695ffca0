import { Button, Modal } from "@mantine/core";
import { type Placement, placePlan } from "@pulse/geo/floorPlan";
import type { Underlay } from "@pulse/contract/underlay";
import type { LatLon } from "@pulse/geo/latLon";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { dialogClasses } from "../form/dialogClasses.ts";
import classes from "./Buildings.module.css";

interface Props {
  /** The floor's name. */
  name: string;
  image: { url: string; width: number; height: number };
  placement: Placement;
  /** Where the site is. */
  start: LatLon;
  /** Other plans underneath; faint ones unless `opacity` is given. */
  neighbours: readonly { name: string; url: string; placement: Placement; opacity?: number }[];
  /** The picture under the site's floors. */
  underlay?: Underlay | null;
  onPlace(placement: Placement): void;
  onClose(): void;
}

// Loaded separately, since it includes the map's engine.
const PlanPlacing = lazy(async () => ({ default: (await import("../placing/PlanPlacing.tsx")).PlanPlacing }));

/** Places a floor's plan on the world, on a map that fills the window; nothing changes until the person confirms. */
export function PlaceDialog({ name, image, placement, start, neighbours, underlay, onPlace, onClose }: Props) {
  const { t } = useTranslation();
  const [placed, setPlaced] = useState(placement);
  const [others] = useState(() =>
    neighbours.map(({ placement: at, ...other }) => ({ ...other, corners: placePlan(at).corners })),
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("sites.placement.dialog", { name })}
      fullScreen
      withCloseButton={false}
      classNames={{ ...dialogClasses, body: classes["placing"] ?? "" }}
    >
      <div className={classes["tool"]}>
        <Suspense fallback={null}>
          <PlanPlacing
            image={image}
            placement={placed}
            onChange={setPlaced}
            start={start}
            neighbours={others}
            {...(underlay ? { underlay } : {})}
          />
        </Suspense>
      </div>
      <div className={classes["dialogActions"]}>
        <Button variant="default" onClick={onClose}>
          {t("form.cancel")}
        </Button>
        <Button
          onClick={() => {
            onPlace(placed);
            onClose();
          }}
        >
          {t("sites.placement.take")}
        </Button>
      </div>
    </Modal>
  );
}
