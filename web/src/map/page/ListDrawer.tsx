import { IconPin, IconPinFilled, IconX } from "@tabler/icons-react";
import { type RefObject, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { AssetPanel } from "../list/AssetPanel.tsx";
import classes from "./TabletMap.module.css";
import type { Drawer } from "./useDrawer.ts";
import type { AssetListModel } from "../list/assetListModel.ts";
import type { MapSelection } from "../model/useMapSelection.ts";

interface Props {
  page: AssetListModel;
  drawer: Drawer;
  onOpen: MapSelection["select"];
  /** Where the focus goes once the drawer is closed. */
  opener: RefObject<HTMLElement | null>;
}

/** The list as a drawer over the map, which a wide tablet can keep open beside it. */
export function ListDrawer({ page, drawer, onOpen, opener }: Props) {
  const { t } = useTranslation();
  const { hasRoom, isPinned, setPinned, isDrawn, setDrawn, isOpen } = drawer;
  const panel = useRef<HTMLDivElement>(null);
  useFocusOfDrawer(isDrawn && !isPinned, panel, opener);
  return (
    <div
      ref={panel}
      className={classes["drawer"]}
      data-over-map
      tabIndex={-1}
      role="presentation"
      data-closed={!isOpen || undefined}
      data-pinned={isPinned || undefined}
      onKeyDown={({ key }) => {
        if (key === "Escape") setDrawn(false);
      }}
    >
      <AssetPanel
        page={page}
        onOpen={onOpen}
        reach={isPinned ? undefined : drawer.open}
        tools={
          <>
            <i className={classes["spring"]} />
            {hasRoom ? (
              <button
                type="button"
                className={classes["panelTool"]}
                aria-pressed={isPinned}
                aria-label={t("map.pinList")}
                onClick={() => {
                  setPinned(!isPinned);
                  setDrawn(isPinned);
                }}
              >
                {isPinned ? (
                  <IconPinFilled size={18} aria-hidden="true" />
                ) : (
                  <IconPin size={18} stroke={1.75} aria-hidden="true" />
                )}
              </button>
            ) : null}
            {isPinned ? null : (
              <button
                type="button"
                className={classes["panelTool"]}
                aria-label={t("map.closeList")}
                onClick={() => setDrawn(false)}
              >
                <IconX size={20} stroke={1.75} aria-hidden="true" />
              </button>
            )}
          </>
        }
      />
    </div>
  );
}

/** Moves the focus into the drawer when it opens, and back to its button when it closes. */
function useFocusOfDrawer(
  isOpen: boolean,
  panel: RefObject<HTMLElement | null>,
  opener: RefObject<HTMLElement | null>,
): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    // A key may have led to a row already.
    if (isOpen && panel.current?.contains(document.activeElement) !== true)
      panel.current?.focus({ preventScroll: true });
    if (!isOpen) opener.current?.focus({ preventScroll: true });
  }, [isOpen, panel, opener]);
}
