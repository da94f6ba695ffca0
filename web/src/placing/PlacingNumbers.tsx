import { Button } from "@mantine/core";
import { type Placement, placementOf, placePlan } from "@pulse/geo/floorPlan";
import { changedPlacement, withinTurn } from "@pulse/geo/placementChange";
import type { ImageSize } from "@pulse/geo/planMatch";
import { useTranslation } from "react-i18next";
import { coordinateText, metresNumber, readCoordinate, readNumber } from "./coordinateText.ts";
import classes from "./PlanPlacing.module.css";
import { StepField } from "./StepField.tsx";

const [shortestM, longestM] = [0.1, 20_000];
/** Nobody sees that an image is stretched by less than this. */
const unseen = 0.005;

interface Props {
  placement: Placement;
  image: ImageSize;
  onPlaced(placement: Placement): void;
}

/** The placement as numbers, always synchronised with the map. */
export function PlacingNumbers({ placement, image, onPlaced }: Props) {
  const { t } = useTranslation();
  const { northWest, southEast, rotationDeg } = placement;
  const { widthM, heightM } = placePlan(placement);
  const stretch = (heightM * image.width) / (widthM * image.height);

  const sized = (text: string, nowM: number): string | null => {
    const metres = readNumber(text);
    if (metres === null || metres < shortestM || metres > longestM)
      return t("placing.wrongLength", { least: shortestM, most: longestM });
    onPlaced(changedPlacement(placement, { about: northWest, factor: metres / nowM }));
    return null;
  };
  const turned = (text: string): string | null => {
    const degrees = readNumber(text);
    if (degrees === null || Math.abs(degrees) > 360) return t("placing.wrongTurn");
    onPlaced(changedPlacement(placement, { about: northWest, turnDeg: withinTurn(degrees) - rotationDeg }));
    return null;
  };
  const movedTo = (text: string): string | null => {
    const to = readCoordinate(text);
    if (to === null) return t("placing.wrongPlace");
    onPlaced(changedPlacement(placement, { about: northWest, to }));
    return null;
  };
  const reaching = (text: string): string | null => {
    const to = readCoordinate(text);
    if (to === null) return t("placing.wrongPlace");
    const size = placePlan({ ...placement, southEast: to });
    if (!(Math.min(size.widthM, size.heightM) >= shortestM)) return t("placing.wrongSouthEast");
    if (Math.max(size.widthM, size.heightM) > longestM)
      return t("placing.wrongLength", { least: shortestM, most: longestM });
    onPlaced({ ...placement, southEast: to });
    return null;
  };
  return (
    <div className={classes["numbers"]}>
      <StepField
        label={t("placing.width")}
        unit="m"
        text={metresNumber(widthM)}
        onTyped={(text) => sized(text, widthM)}
      />
      <StepField
        label={t("placing.height")}
        unit="m"
        text={metresNumber(heightM)}
        onTyped={(text) => sized(text, heightM)}
      />
      <div className={classes["wide"]}>
        <StepField
          label={t("placing.rotation")}
          unit="°"
          text={String(Number(rotationDeg.toFixed(1)))}
          onTyped={turned}
        />
      </div>
      <div className={classes["wide"]}>
        <StepField label={t("placing.northWest")} text={coordinateText(northWest)} onTyped={movedTo} />
      </div>
      <div className={classes["wide"]}>
        <StepField label={t("placing.southEast")} text={coordinateText(southEast)} onTyped={reaching} />
      </div>
      {Math.abs(stretch - 1) > unseen && (
        <p className={classes["wide"]} role="status">
          {t("placing.stretched", { percent: (Math.abs(stretch - 1) * 100).toFixed(1) })}{" "}
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => onPlaced(placementOf(northWest, widthM, (widthM * image.height) / image.width, rotationDeg))}
          >
            {t("placing.restore")}
          </Button>
        </p>
      )}
    </div>
  );
}
