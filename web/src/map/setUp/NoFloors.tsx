import type { AccessibleSite } from "@pulse/contract/customers";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../entity/useCan.ts";
import { useFloors } from "../../sites/sites.api.ts";
import classes from "../page/MapPage.module.css";

const SiteSetUp = lazy(async () => ({ default: (await import("./SiteSetUp.tsx")).SiteSetUp }));

/** Shown when the answer contains no plan to draw; people who may add one also see what to do next. */
export function NoFloors({ site }: { site: AccessibleSite }) {
  const { t } = useTranslation();
  const { isSuccess } = useFloors(site.id);
  const mayAdd = useCan({ all: [{ area: "site_management", letter: "u" }] });
  if (!isSuccess || mayAdd === null) return null;
  if (!mayAdd) return <p className={classes["note"]}>{t("map.noFloors")}</p>;
  return (
    <Suspense fallback={null}>
      <SiteSetUp site={site} />
    </Suspense>
  );
}
