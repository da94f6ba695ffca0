import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { FormSection } from "../form/FormSection.tsx";
import { coordinateText } from "../placing/coordinateText.ts";
import { useOnlyBuilding } from "../sites/onlyBuilding.ts";
import { numberText } from "../text/numbers.ts";
import { dbmText, metresText } from "../text/translate.ts";
import { PlaceNow, SeenNow } from "./LiveCells.tsx";
import { useLivePlace, useStoredPlace } from "./livePlaces.ts";
import classes from "./Things.module.css";
import { WhereMap } from "./WhereMap.tsx";

/** How a position was obtained, as far as that is stored with the thing. */
interface Found {
  accuracy?: number | null;
  nearestHardware?: string | null;
  nearestHardwareDis?: number | null;
  signalStrength?: number | null;
}

interface Props {
  thing: ComponentProps<typeof WhereMap>["thing"] &
    ComponentProps<typeof SeenNow>["thing"] &
    Found & {
      /** Undefined: the person may not see elevations. */
      lastElevation?: number | null | undefined;
    };
  /** The type whose icon it has on the map. */
  type: string;
}

/** Where a thing is now, in words and numbers, with its accuracy and who hears it. Updated by the live connection. */
export function WhereCard({ thing, type }: Props) {
  const { t } = useTranslation();
  const live = useLivePlace(thing);
  const stored = useStoredPlace(thing.id);
  const none = t("table.noValue");
  const onlyBuilding = useOnlyBuilding(thing.siteId);
  const at = live ?? thing.lastLocation;
  const found: Found = live ?? stored ?? thing;
  const { accuracy = null, nearestHardware = null, nearestHardwareDis = null, signalStrength = null } = found;
  const elevation = live?.elevation ?? thing.lastElevation;
  const nearest = [nearestHardware, nearestHardwareDis === null ? null : metresText(nearestHardwareDis)];
  const facts = [
    { name: t("things.place"), value: <PlaceNow thing={thing} onlyBuilding={onlyBuilding} /> },
    { name: t("things.seen"), value: <SeenNow thing={thing} /> },
    { name: t("card.within"), value: accuracy === null ? none : metresText(accuracy) },
    { name: t("card.nearest"), value: nearest.filter((part) => part !== null).join(" · ") || none },
    { name: t("things.signal"), value: signalStrength === null ? none : dbmText(signalStrength) },
    { name: t("things.coordinates"), value: at === null ? none : coordinateText(at) },
    ...(elevation === undefined
      ? []
      : [{ name: t("things.elevation"), value: elevation === null ? none : exactMetresText(elevation) }]),
  ];
  return (
    <FormSection title={t("things.where")} isBare>
      <div className={classes["where"]}>
        <WhereMap thing={thing} type={type} />
        <dl className={classes["facts"]} data-testid="where">
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </FormSection>
  );
}

/** Metres to four decimals (product.md section 5). */
function exactMetresText(metres: number): string {
  return `${numberText(Number(metres.toFixed(4)))} m`;
}
