import { type Ref, useImperativeHandle, useRef } from "react";
import { useTranslation } from "react-i18next";
import { scaleBar } from "./scale.ts";
import { scaleText } from "./scaleText.ts";
import classes from "./ScaleBar.module.css";

const longestPx = 96;

export interface ScaleHandle {
  show(pxPerM: number): void;
}

/** The length of some round metres on the screen. Written straight to the page, since it follows every frame of a zoom. */
export function ScaleBar({ ref }: { ref: Ref<ScaleHandle> }) {
  const { t } = useTranslation();
  const text = useRef<HTMLSpanElement>(null);
  const bar = useRef<HTMLElement>(null);
  useImperativeHandle(ref, () => ({
    show(pxPerM) {
      const { metres, px } = scaleBar(pxPerM, longestPx);
      const written = scaleText(metres);
      if (text.current !== null && text.current.textContent !== written) text.current.textContent = written;
      if (bar.current !== null) bar.current.style.width = `${px.toFixed(1)}px`;
    },
  }));
  return (
    <div className={classes["scale"]} role="img" aria-label={t("map.scaleLabel")}>
      <span ref={text} />
      <i ref={bar} />
    </div>
  );
}
