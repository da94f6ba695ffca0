import { IconFilter, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import classes from "./AssetPanel.module.css";
import { AssetList } from "./AssetList.tsx";
import { OrderChoices, ScopeChoice } from "./ListChoices.tsx";
import { RoomsHint } from "./RoomsHint.tsx";
import { StatusChips } from "./StatusChips.tsx";
import type { MapSelection } from "../model/useMapSelection.ts";
import type { AssetListModel } from "./assetListModel.ts";

interface Props {
  page: AssetListModel;
  /** Buttons for the panel itself, at the end of its header. */
  tools?: ReactNode;
  /** Called instead of just selecting. */
  onOpen?: MapSelection["select"];
  /** Brings the list into sight where it lies over the map. */
  reach?: (() => void) | undefined;
}

/** The list beside the map or over it: count, filters, rows. */
export function AssetPanel({ page, tools = null, onOpen = page.select, reach }: Props) {
  const { t } = useTranslation();
  const { filter, setFilter } = page;
  return (
    <aside className={classes["panel"]} aria-label={t("assets.title")}>
      <div className={classes["head"]}>
        <h1>{t("assets.title")}</h1>
        <ScopeChoice page={page} />
        {tools}
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
            onKeyDown={(event) => {
              if (event.key === "Escape" && filter.text !== "") {
                // The first press empties the field; a second one is left to whatever surrounds it.
                event.stopPropagation();
                setFilter({ text: "" });
              }
              if (event.key === "Enter" && page.rows[0] !== undefined) onOpen(page.rows[0].guid, true);
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
      <OrderChoices page={page} />
      <AssetList page={page} onOpen={onOpen} reach={reach} />
      <RoomsHint page={page} />
    </aside>
  );
}
