import { Menu } from "@mantine/core";
import { IconCheck, IconChevronDown, IconFilter, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./AssetPanel.module.css";
import { AssetList } from "./AssetList.tsx";
import { sortings } from "./assetFilter.ts";
import { StatusChips } from "./StatusChips.tsx";
import type { MapPageModel } from "./useMapPage.ts";

/** The list at the left of the map: how many, filters, rows. */
export function AssetPanel({ page }: { page: MapPageModel }) {
  const { t } = useTranslation();
  const { filter, setFilter } = page;
  return (
    <aside className={classes["panel"]} aria-label={t("assets.title")}>
      <div className={classes["head"]}>
        <h1>{t("assets.title")}</h1>
        <Choice
          label={t("assets.scope")}
          text={scopeText(page, t)}
          items={[
            ...(page.floor === null ? [] : [{ key: "floor", text: page.floor.name, isOn: !page.isAllFloors }]),
            { key: "all", text: t("assets.allFloors"), isOn: page.isAllFloors },
          ]}
          onChoose={(key) => page.setAllFloors(key === "all")}
        />
      </div>
      <div className={classes["filters"]}>
        <label className={classes["search"]}>
          <IconFilter size={15} stroke={1.75} aria-hidden="true" />
          <input
            type="text"
            aria-label={t("assets.filter")}
            placeholder={t("assets.filter")}
            value={filter.text}
            onChange={({ currentTarget }) => setFilter({ text: currentTarget.value })}
            onKeyDown={({ key }) => {
              if (key === "Escape") setFilter({ text: "" });
              if (key === "Enter" && page.rows[0] !== undefined) page.select(page.rows[0].guid, true);
            }}
          />
          {filter.text === "" ? null : (
            <button type="button" aria-label={t("assets.clear")} onClick={() => setFilter({ text: "" })}>
              <IconX size={15} stroke={1.75} aria-hidden="true" />
            </button>
          )}
        </label>
        <StatusChips chip={filter.chip} counts={page.counts} onChip={(chip) => setFilter({ chip })} />
      </div>
      <div className={classes["order"]}>
        <Choice
          label={t("assets.type")}
          text={filter.type ?? t("assets.anyType")}
          items={[
            { key: "", text: t("assets.anyType"), isOn: filter.type === null },
            ...page.types.map((type) => ({ key: type, text: type, isOn: filter.type === type })),
          ]}
          onChoose={(key) => setFilter({ type: key === "" ? null : key })}
        />
        <Choice
          label={t("assets.sort")}
          text={t(`assets.sorting.${page.sorting}`)}
          items={sortings.map((key) => ({ key, text: t(`assets.sorting.${key}`), isOn: page.sorting === key }))}
          onChoose={(key) => page.setSorting(key)}
        />
      </div>
      <AssetList page={page} />
    </aside>
  );
}

function scopeText(page: MapPageModel, t: ReturnType<typeof useTranslation>["t"]): string {
  const count = page.counts.all;
  if (page.filter.text.trim() !== "") return t("assets.found", { count: page.rows.length });
  if (page.isAllFloors || page.floor === null) return t("assets.onAllFloors", { count });
  return t("assets.onFloor", { count, floor: page.floor.name });
}

interface Item<K extends string> {
  key: K;
  text: string;
  isOn: boolean;
}

interface ChoiceProps<K extends string> {
  label: string;
  text: string;
  items: readonly Item<K>[];
  onChoose(key: K): void;
}

function Choice<K extends string>({ label, text, items, onChoose }: ChoiceProps<K>) {
  return (
    <Menu position="bottom-start" width={200} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className={classes["choice"]} aria-label={`${label}: ${text}`}>
          <span>{text}</span>
          <IconChevronDown size={14} stroke={1.75} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflow: "auto" }}>
        {items.map((item) => (
          <Menu.Item
            key={item.key}
            rightSection={item.isOn ? <IconCheck size={15} stroke={2} aria-hidden="true" /> : null}
            aria-current={item.isOn ? "true" : undefined}
            onClick={() => onChoose(item.key)}
          >
            {item.text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
