import { Menu, useComputedColorScheme } from "@mantine/core";
import { IconLink, IconDeviceTv, IconPhotoDown, IconPrinter, IconSend2 } from "@tabler/icons-react";
import { type ReactElement, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useServices } from "../../services/services.tsx";
import { copyText } from "../../ui/copyText.ts";
import type { MapPicture } from "../../mapEngine/mapPicture.ts";
import type { DrawnMap } from "../model/useDrawnMap.ts";
import type { MapData } from "../model/useMapData.ts";
import type { MapOnPage } from "../model/useMapPage.ts";
import type { MapViewControls } from "../model/useMapView.ts";
import { type Caption, captionOf } from "./caption.ts";
import { PrintSheet } from "./PrintSheet.tsx";

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

/** The parts of the page that a shared map is about. */
export type SharedMap = MapViewControls & MapData & DrawnMap & MapOnPage;

interface Props {
  page: SharedMap;
  /** Items above it in the same menu. */
  above?: ReactNode;
  /** The button that opens it. */
  children: ReactElement;
}

/** Shares the current map: its address, a picture, a print, or a wall display. */
export function ShareMenu({ page, above, children }: Props) {
  const { t } = useTranslation();
  const { snackbars } = useServices();
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const [printed, setPrinted] = useState<{ picture: MapPicture; caption: Caption } | null>(null);
  const capture = (): { picture: MapPicture; caption: Caption } | null => {
    const picture = page.handle.current?.picture() ?? null;
    if (picture === null) snackbars.error(t("share.noMap"));
    const caption = captionOf({
      siteName: page.site.name,
      plans: page.plans,
      shownFloorIds: page.state.shownFloorIds,
      atMs: page.positions.nowMs(),
    });
    return picture === null ? null : { picture, caption };
  };
  const save = async (): Promise<void> => {
    const captured = capture();
    if (captured === null) return;
    const [{ pngOf }, { saveFile }] = await Promise.all([import("./pngOf.ts"), import("../../table/csv.ts")]);
    const file = await pngOf(captured.picture, captured.caption, scheme);
    if (file === null) snackbars.error(t("share.noMap"));
    else saveFile(captured.caption.fileName, file);
  };
  const copy = async (): Promise<void> => {
    if (await copyText(window.location.href)) snackbars.success(t("share.copied"));
    else snackbars.error(t("share.notCopied"));
  };
  const send = (): void =>
    // Rejects if the person cancels.
    void navigator.share({ title: document.title, url: window.location.href }).catch(() => undefined);
  // The browser prints what exists after the event's listeners have run, so the sheet is rendered in one.
  const renderForPrint = useEffectEvent(() => flushSync(() => setPrinted(capture())));
  useEffect(() => {
    const onBeforePrint = (): void => renderForPrint();
    const onAfterPrint = (): void => setPrinted(null);
    window.addEventListener("beforeprint", onBeforePrint);
    window.addEventListener("afterprint", onAfterPrint);
    return () => {
      window.removeEventListener("beforeprint", onBeforePrint);
      window.removeEventListener("afterprint", onAfterPrint);
    };
  }, []);
  const canSend = typeof navigator.share === "function";
  return (
    <>
      <Menu position="left-end" width={224} zIndex={600} withInitialFocusPlaceholder={false}>
        <Menu.Target>{children}</Menu.Target>
        <Menu.Dropdown>
          {above}
          {canSend ? (
            <Menu.Item leftSection={<IconSend2 {...icon} />} onClick={send}>
              {t("share.send")}
            </Menu.Item>
          ) : null}
          <Menu.Item leftSection={<IconLink {...icon} />} onClick={() => void copy()}>
            {t("share.copy")}
          </Menu.Item>
          <Menu.Item leftSection={<IconPhotoDown {...icon} />} onClick={() => void save()}>
            {t("share.png")}
          </Menu.Item>
          <Menu.Item leftSection={<IconPrinter {...icon} />} onClick={() => window.print()}>
            {t("share.print")}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item component={Link} to="/wall" leftSection={<IconDeviceTv {...icon} />}>
            {t("wall.title")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {printed === null ? null : (
        <PrintSheet {...printed} hasGeofences={page.switches.includes("geofences") && page.layers.geofences} />
      )}
    </>
  );
}
