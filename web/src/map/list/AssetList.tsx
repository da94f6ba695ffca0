import { Button, Skeleton } from "@mantine/core";
import { IconFilter, IconPackage } from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { FailedMessage } from "../../ui/FailedMessage.tsx";
import { Message } from "../../ui/Message.tsx";
import { noFilter } from "./assetFilter.ts";
import classes from "./AssetList.module.css";
import { AssetListRow } from "./AssetListRow.tsx";
import type { MapSelection } from "../model/useMapSelection.ts";
import { outsideRooms } from "../model/outsideRooms.ts";
import type { AssetListModel } from "./assetListModel.ts";
import { useStableRows } from "./useStableRows.ts";
import { useMapPart } from "../model/mapFocus.ts";
import { useRowFocus } from "./useRowFocus.ts";
import { useListKeys } from "./useListKeys.ts";
import { useAgeTicker } from "./useAgeTicker.ts";

const rowPx = 52;

interface Props {
  page: AssetListModel;
  onOpen?: MapSelection["select"];
  /** Brings the list into sight where it lies over the map. */
  reach?: (() => void) | undefined;
}

/** The rows that fit; a skeleton before the first answer, and a text if there are none. */
export function AssetList({ page, onOpen, reach }: Props) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const { selected, handle, focus } = page;
  const open = onOpen ?? page.select;
  const point = useCallback((guid: string | null) => handle.current?.mark(guid), [handle]);
  const { rows, isFrozen, freezeHandlers } = useStableRows(page);
  useAgeTicker(scroller, page.positions);
  // oxlint-disable-next-line react/incompatible-library -- its values are used in this component alone
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 8,
  });
  // An asset selected elsewhere is scrolled to; one selected here stays under the pointer.
  const showSelected = useEffectEvent(() => {
    const index = rows.findIndex(({ guid }) => guid === selected);
    if (!isFrozen && index !== -1) virtual.scrollToIndex(index, { align: "auto" });
  });
  const items = virtual.getVirtualItems();
  const { focused, setFocused, focusRow } = useRowFocus({ scroller, rows, scrollTo: virtual.scrollToIndex });
  const enter = (guid: string): void => {
    if (guid !== selected) open(guid, true);
    focus.go("card");
  };
  useListKeys({ rows, selected, select: open, enter, focusRow, reach });
  useMapPart(focus, "list", rows.length > 0, (guid) => focusRow(guid ?? focused ?? rows[0]!.guid));
  const inPage = new Set(items.map(({ index }) => rows[index]?.guid));
  const tabStop =
    [focused, selected].find((guid) => guid !== null && inPage.has(guid)) ?? rows[items[0]?.index ?? 0]?.guid;
  const isListed = rows.some(({ guid }) => guid === selected);
  useEffect(() => showSelected(), [selected, isListed]);

  return (
    <div ref={scroller} className={classes["scroller"]} role="region" aria-label={t("assets.list")} {...freezeHandlers}>
      {page.live.isLoading ? <Waiting /> : rows.length === 0 ? <Nothing page={page} /> : null}
      {rows.length === 0 ? null : (
        <ul className={classes["rows"]} style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <li
                key={row.guid}
                // Only the visible rows are in the page.
                aria-setsize={rows.length}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${start}px)` }}
              >
                <AssetListRow
                  row={row}
                  outside={outsideRooms(row, page.plans, t)}
                  isSelected={row.guid === selected}
                  isTabStop={row.guid === tabStop}
                  onSelect={open}
                  onPoint={point}
                  onFocus={setFocused}
                />
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

function Waiting() {
  return (
    <div className={classes["waiting"]} aria-hidden="true">
      {[170, 130, 150, 190, 140, 160, 120, 180].map((width) => (
        <div key={width}>
          <Skeleton height={18} width={18} circle />
          <Skeleton height={9} width={width} radius="sm" />
        </div>
      ))}
    </div>
  );
}

function Nothing({ page }: { page: AssetListModel }) {
  const { t } = useTranslation();
  const { filter } = page;
  if (page.live.isError) return <FailedMessage title={t("assets.failed")} retry={page.live.retry} />;
  const filters = [
    filter.text.trim(),
    filter.chip === "all" ? "" : t(`assets.chips.${filter.chip}`),
    filter.type ?? "",
    filter.fence === null ? "" : (page.offered.fences.get(filter.fence)?.name ?? t("map.geofence")),
  ].filter((text) => text !== "");
  if (filters.length > 0)
    return (
      <Message
        icon={<IconFilter size={20} stroke={1.6} />}
        title={t("assets.emptyFilter")}
        text={t("assets.emptyFilterWhy", { filters: filters.join(", ") })}
      >
        <Button variant="default" onClick={() => page.setFilter(noFilter)}>
          {t("assets.clearFilters")}
        </Button>
      </Message>
    );
  if (page.allRows.length === 0)
    return (
      <Message
        icon={<IconPackage size={20} stroke={1.6} />}
        title={t("assets.emptySite")}
        text={t("onMap.emptySiteWhy")}
      />
    );
  return (
    <Message
      icon={<IconPackage size={20} stroke={1.6} />}
      title={t("assets.emptyFloor")}
      text={t("onMap.emptyFloorWhy")}
    >
      <Button variant="default" onClick={() => page.setAllFloors(true)}>
        {t("assets.showAllFloors")}
      </Button>
    </Message>
  );
}
