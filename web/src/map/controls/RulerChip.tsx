import { IconX } from "@tabler/icons-react";
import { type RefObject, useImperativeHandle, useRef } from "react";
import { useTranslation } from "react-i18next";
import { metresText } from "../../text/translate.ts";
import classes from "./RulerChip.module.css";
import type { DrawnMap, RulerHandle } from "../model/useDrawnMap.ts";

/** The length of the line that is being measured on the map. */
export function RulerChip({ page }: { page: DrawnMap }) {
  return page.isMeasuring ? <Measured handle={page.ruler} onClose={() => page.setMeasuring(false)} /> : null;
}

/** Written straight to the page: it follows the pointer. */
function Measured({ handle, onClose }: { handle: RefObject<RulerHandle | null>; onClose(): void }) {
  const { t } = useTranslation();
  const text = useRef<HTMLOutputElement>(null);
  useImperativeHandle(handle, () => ({
    show(metres) {
      if (text.current !== null) text.current.textContent = metres === null ? t("map.rulerHint") : metresText(metres);
    },
  }));
  return (
    <div className={classes["chip"]} data-over-map>
      <output ref={text} aria-label={t("map.ruler")}>
        {t("map.rulerHint")}
      </output>
      <button type="button" aria-label={t("map.rulerEnd")} onClick={onClose}>
        <IconX size={16} stroke={1.75} aria-hidden="true" />
      </button>
    </div>
  );
}
