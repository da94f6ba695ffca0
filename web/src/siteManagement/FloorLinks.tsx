import type { Site } from "@pulse/contract/sites";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { FormSection } from "../form/FormSection.tsx";
import { numberText } from "../text/numbers.ts";
import classes from "./Buildings.module.css";

/** The floors of a site by building, the highest on top, as on the map; each leads to its page. */
export function FloorLinks({ site, current }: { site: Site; current: string }) {
  const { t } = useTranslation();
  const buildings = [...Map.groupBy(site.floorPlans, ({ buildingId }) => buildingId).values()];
  return (
    <FormSection title={t("sites.floors")} isBare>
      <nav className={classes["switcher"]} aria-label={t("sites.floors")}>
        {buildings.map((floors) => (
          <div key={floors[0]!.buildingId}>
            <p>{floors[0]!.buildingName}</p>
            {floors
              .toSorted((a, b) => b.level - a.level)
              .map(({ id, name, level }) => (
                <Link
                  key={id}
                  to={`/sites/${site.id}/details/floors/${id}`}
                  aria-current={id === current ? "page" : undefined}
                >
                  {name} <span>{numberText(level)}</span>
                </Link>
              ))}
          </div>
        ))}
      </nav>
    </FormSection>
  );
}
