import { useState } from "react";
import { useTranslation } from "react-i18next";
import { sortings } from "./assetFilter.ts";
import { Choice } from "./Choice.tsx";
import classes from "./ListChoices.module.css";
import type { AssetListModel } from "./assetListModel.ts";

/** Which floors are listed, labelled with the number of assets. */
export function ScopeChoice({ page }: { page: AssetListModel }) {
  const { t } = useTranslation();
  return (
    <Choice
      label={t("assets.scope")}
      text={scopeText(page, t)}
      isQuiet
      items={[
        ...(page.floor === null ? [] : [{ key: "shown", text: shownText(page, t), isOn: !page.isAllFloors }]),
        { key: "all", text: t("assets.allFloors"), isOn: page.isAllFloors },
      ]}
      onChoose={(key) => page.setAllFloors(key === "all")}
    />
  );
}

/** The type that is listed, and the order. */
export function OrderChoices({ page }: { page: AssetListModel }) {
  const { t } = useTranslation();
  const { filter, setFilter, offered } = page;
  const fence = filter.fence === null ? undefined : offered.fences.get(filter.fence);
  // Once offered, it stays when the last asset leaves its geofence: nothing disappears under somebody's finger.
  const [hadFences, setHadFences] = useState(false);
  const hasFences = hadFences || offered.fences.size > 0 || filter.fence !== null;
  if (hasFences && !hadFences) setHadFences(true);
  return (
    <div className={classes["order"]}>
      <Choice
        label={t("assets.type")}
        text={filter.type ?? t("assets.anyType")}
        items={[
          { key: "", text: t("assets.anyType"), isOn: filter.type === null },
          ...[...offered.types].map(([type, count]) => ({ key: type, text: type, isOn: filter.type === type, count })),
        ]}
        onChoose={(key) => setFilter({ type: key === "" ? null : key })}
      />
      {!hasFences ? null : (
        <Choice
          label={t("onMap.fence")}
          text={filter.fence === null ? t("onMap.anywhere") : (fence?.name ?? t("map.geofence"))}
          items={[
            { key: "", text: t("onMap.anywhere"), isOn: filter.fence === null },
            ...[...offered.fences].map(([id, { name, count }]) => ({
              key: id,
              text: name,
              isOn: filter.fence === id,
              count,
            })),
          ]}
          onChoose={(key) => setFilter({ fence: key === "" ? null : key })}
        />
      )}
      <Choice
        label={t("assets.sort")}
        text={t(`assets.sorting.${page.sorting}`)}
        items={sortings.map((key) => ({ key, text: t(`assets.sorting.${key}`), isOn: page.sorting === key }))}
        onChoose={(key) => page.setSorting(key)}
      />
    </div>
  );
}

type Translate = ReturnType<typeof useTranslation>["t"];

function shownText({ floor, shownFloorIds }: AssetListModel, t: Translate): string {
  return shownFloorIds.length > 1 ? t("onMap.shownFloors", { count: shownFloorIds.length }) : (floor?.name ?? "");
}

function scopeText(page: AssetListModel, t: Translate): string {
  const count = page.counts.all;
  if (page.filter.text.trim() !== "") return t("assets.found", { count: page.rows.length });
  if (page.isAllFloors || page.floor === null) return t("assets.onAllFloors", { count });
  return t("assets.onFloor", { count, floor: shownText(page, t) });
}
