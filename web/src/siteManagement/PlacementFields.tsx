import { Button } from "@mantine/core";
import type { Site } from "@pulse/contract/sites";
import { placePlan } from "@pulse/geo/floorPlan";
import { IconChevronDown, IconMap2 } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormContext } from "../form/FormContext.ts";
import { FormNumber } from "../form/FormNumber.tsx";
import { sameValue } from "../form/formValues.ts";
import { numberText } from "../text/numbers.ts";
import classes from "./Buildings.module.css";
import { coordinateText } from "../placing/coordinateText.ts";
import { FormCoordinates } from "./FormCoordinates.tsx";
import { placementIn } from "./guessedPlace.ts";
import type { FloorValues } from "./layoutValues.ts";
import { PlaceDialog } from "./PlaceDialog.tsx";
import { shownImage } from "./shownImage.ts";
import { useChosenPlans } from "./usePlanFiles.ts";

interface Props {
  site: Site;
  path: string;
  /** The other floors of the building. */
  neighbours: readonly FloorValues[];
}

/**
 * The placement of a floor's plan: by hand on a map, or as numbers (two corners and the rotation). For a stored floor the
 * numbers are collapsed.
 */
export function PlacementFields({ site, path, neighbours }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { form, isReadOnly } = useFormContext();
  const plans = useChosenPlans();
  const floor = form.value(path) as FloorValues;
  const isNew = floor.id === null;
  const [isPlacing, setPlacing] = useState(false);
  const [isOpen, setOpen] = useState(isNew);
  const placement = placementIn(floor);
  const isGuess = floor.guessed !== null && sameValue(floor.guessed, placement);
  const at = (name: string): string => `${path}.${name}`;
  const isWrong = ["northWest", "southEast", "rotationDeg"].some((name) => form.error(at(name)) !== null);
  const isShown = isOpen || isWrong;
  const image = shownImage(floor, site.floorPlans, plans);
  const canPlace = !isReadOnly && image !== null && placement !== null;
  return (
    <div className={classes["placement"]}>
      <button
        type="button"
        className={classes["fold"]}
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setOpen(!isShown)}
      >
        <IconChevronDown size={16} stroke={1.75} aria-hidden="true" />
        <b>{t("sites.placement.title")}</b>
        <span>{placement === null ? t("form.none") : placementText(placement, t("sites.placement.turned"))}</span>
      </button>
      {canPlace ? (
        <Button
          className={classes["place"] ?? ""}
          size="xs"
          variant="default"
          leftSection={<IconMap2 size={14} stroke={1.75} aria-hidden="true" />}
          aria-label={t("sites.placement.openFor", { name: floor.name })}
          onClick={() => setPlacing(true)}
        >
          {t("sites.placement.open")}
        </Button>
      ) : null}
      {isGuess && isShown ? <p className={classes["none"]}>{t("sites.placement.guess")}</p> : null}
      <div id={id} className={classes["fields"]} hidden={!isShown}>
        <FormCoordinates path={at("northWest")} label={t("sites.placement.northWest")} />
        <FormCoordinates path={at("southEast")} label={t("sites.placement.southEast")} />
        <FormNumber
          path={at("rotationDeg")}
          label={t("sites.placement.rotation")}
          hint={t("sites.placement.rotationHint")}
          unit="°"
          decimals={1}
          range={[-360, 360]}
        />
      </div>
      {isPlacing && canPlace ? (
        <PlaceDialog
          name={floor.name}
          image={image}
          placement={placement}
          start={site}
          underlay={site.underlay}
          neighbours={neighbours.flatMap((other) => {
            const [shown, placed] = [shownImage(other, site.floorPlans, plans), placementIn(other)];
            return shown === null || placed === null ? [] : [{ name: other.name, url: shown.url, placement: placed }];
          })}
          onPlace={(placed) => {
            for (const [name, value] of Object.entries(placed)) form.set(at(name), value);
            // Somebody has looked at it, even if they left it where it was.
            form.set(at("guessed"), null);
          }}
          onClose={() => setPlacing(false)}
        />
      ) : null}
    </div>
  );
}

/** "50.0 × 31.3 m, turned 12° · 51.90000, 4.40000". */
function placementText(placement: NonNullable<ReturnType<typeof placementIn>>, turned: string): string {
  const { widthM, heightM } = placePlan(placement);
  const metres = (value: number): string => numberText(Math.round(value * 10) / 10);
  const turn =
    placement.rotationDeg === 0 ? "" : `, ${turned} ${numberText(Math.round(placement.rotationDeg * 10) / 10)}°`;
  return `${metres(widthM)} × ${metres(heightM)} m${turn} · ${coordinateText(placement.northWest)}`;
}
