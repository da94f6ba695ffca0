import { ActionIcon, Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { LatLon } from "@pulse/geo/latLon";
import { matchErrorsM } from "@pulse/geo/planMatch";
import { useTranslation } from "react-i18next";
import { coordinateText, metresNumber, readCoordinate, readNumber } from "./coordinateText.ts";
import { pointName } from "./PlanPins.tsx";
import classes from "./PlanPlacing.module.css";
import { type PlacingAction, type PlacingState, pointKey, pointsDistanceM } from "./placingState.ts";
import { StepField } from "./StepField.tsx";

interface Props {
  state: PlacingState;
  onAction(action: PlacingAction): void;
}

/** Points of the plan and the place of each: clicked on the map, or typed. */
export function PlacingMatches({ state, onAction }: Props) {
  const { t } = useTranslation();
  const { points, placement, image } = state;
  const errorOf = (at: LatLon, nth: number): number =>
    matchErrorsM([{ image: points[nth]!.image, at }], placement, image)[0]!;
  return (
    <ol className={classes["points"]}>
      {points.map(({ image: px, at }, nth) => (
        <li key={pointKey({ image: px, at }, nth)}>
          <span className={classes["name"]} data-matched={at !== null || undefined}>
            {pointName(nth)}
          </span>
          <StepField
            label={t("placing.pointPlace", { point: pointName(nth) })}
            text={at === null ? "" : coordinateText(at)}
            onTyped={(text) => {
              const to = readCoordinate(text);
              if (to === null) return t("placing.wrongPlace");
              onAction({ kind: "match", nth, at: to });
              return null;
            }}
          />
          <RemovePoint nth={nth} onAction={onAction} />
          <small>
            {at === null ? t("placing.waiting") : t("placing.apart", { metres: errorOf(at, nth).toFixed(2) })}
            {at !== null && (
              <Button variant="subtle" size="compact-xs" onClick={() => onAction({ kind: "match", nth, at: null })}>
                {t("placing.again")}
              </Button>
            )}
          </small>
        </li>
      ))}
    </ol>
  );
}

/** Two points of the plan whose distance is known. */
export function PlacingDistance({ state, onAction }: Props) {
  const { t } = useTranslation();
  const nowM = pointsDistanceM(state);
  return (
    <>
      <ol className={classes["points"]}>
        {state.points.slice(0, 2).map((point, nth) => (
          <li key={pointKey(point, nth)}>
            <span className={classes["name"]}>{pointName(nth)}</span>
            <span>{t("placing.pointOnPlan")}</span>
            <RemovePoint nth={nth} onAction={onAction} />
          </li>
        ))}
      </ol>
      {nowM !== null && (
        <StepField
          label={t("placing.distance")}
          unit="m"
          text={metresNumber(nowM)}
          onTyped={(text) => {
            const distanceM = readNumber(text);
            if (distanceM === null || distanceM < 0.1 || distanceM > 20_000)
              return t("placing.wrongLength", { least: 0.1, most: 20_000 });
            onAction({ kind: "setDistance", distanceM });
            return null;
          }}
        />
      )}
    </>
  );
}

function RemovePoint({ nth, onAction }: { nth: number; onAction(action: PlacingAction): void }) {
  const { t } = useTranslation();
  return (
    <ActionIcon
      variant="subtle"
      aria-label={t("placing.removePoint", { point: pointName(nth) })}
      onClick={() => onAction({ kind: "removePoint", nth })}
    >
      <IconX size={16} stroke={1.75} />
    </ActionIcon>
  );
}
