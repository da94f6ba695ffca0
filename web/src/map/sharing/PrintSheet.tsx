import { useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { ScaleBar, type ScaleHandle } from "../../basemap/ScaleBar.tsx";
import { Glyph } from "../../ui/Glyph.tsx";
import type { MapPicture } from "../../mapEngine/mapPicture.ts";
import type { Caption } from "./caption.ts";
import classes from "./PrintSheet.module.css";

/** The space for the picture on a landscape A4 page, between the margins and the text above and below. */
const paperPx = { width: 1030, height: 600 };
const signs = ["moving", "still", "stale"] as const;

interface Props {
  picture: MapPicture;
  caption: Caption;
  hasGeofences: boolean;
}

/** The sheet to print: the map's picture, its caption and its legend. Nothing else is printed while it exists. */
export function PrintSheet({ picture, caption, hasGeofences }: Props) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const scale = useRef<ScaleHandle>(null);
  useLayoutEffect(() => {
    if (frame.current !== null) scale.current?.show(putOnPaper(frame.current, picture));
    return () => picture.canvas.remove();
  }, [picture]);
  return createPortal(
    <section className={classes["sheet"]} aria-label={t("share.print")} data-print-sheet>
      <header>
        <h1>{caption.site}</h1>
        <p>{caption.floors}</p>
        <time>{caption.moment}</time>
      </header>
      <div ref={frame} className={classes["picture"]}>
        <ScaleBar ref={scale} />
      </div>
      <footer>
        {signs.map((kind) => (
          <span key={kind}>
            <Glyph kind={kind} size={14} />
            {t(`status.${kind}`)}
          </span>
        ))}
        <span>
          <Glyph kind="gateway" size={14} />
          {t("map.gateway")}
        </span>
        {hasGeofences ? (
          <span>
            <Glyph kind="geofence" size={14} />
            {t("map.geofence")}
          </span>
        ) : null}
        <small>{picture.attribution}</small>
      </footer>
    </section>,
    document.body,
  );
}

/** Fits the picture to the paper and returns its pixels per metre. */
function putOnPaper(frame: HTMLElement, { canvas, ratio, pxPerM }: MapPicture): number {
  const width = Math.min(paperPx.width, (paperPx.height * canvas.width) / canvas.height);
  canvas.style.width = `${width}px`;
  frame.prepend(canvas);
  return (pxPerM * width * ratio) / canvas.width;
}
