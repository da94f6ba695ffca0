import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import classes from "./BottomSheet.module.css";

export const snapPoints = ["peek", "half", "full"] as const;
/** How far a sheet is open: its head only, half the page, or all of the page below the search. */
export type SnapPoint = (typeof snapPoints)[number];

/** The height at the lowest snap point; higher if the head needs more lines. */
const minPeekPx = 88;
const gripPx = 28;
const belowPeekPx = 12;
const topPx = 64;
const tapPx = 6;

/** The height of a snap point on a page this high. */
export function snapPointPx(snapPoint: SnapPoint, pagePx: number, peekPx = minPeekPx): number {
  return { peek: peekPx, half: Math.round(pagePx * 0.5), full: pagePx - topPx }[snapPoint];
}

/** The snap point nearest to a height. */
export function nearestSnapPoint(px: number, pagePx: number, peekPx = minPeekPx): SnapPoint {
  const away = (snapPoint: SnapPoint): number => Math.abs(snapPointPx(snapPoint, pagePx, peekPx) - px);
  return snapPoints.reduce((best, snapPoint) => (away(snapPoint) < away(best) ? snapPoint : best));
}

interface Props {
  snapPoint: SnapPoint;
  onSnap(snapPoint: SnapPoint): void;
  children: ReactNode;
}

/**
 * The sheet at the bottom of a phone. At its lowest snap point the whole part marked `data-peek` is visible. It is dragged by
 * its grip between three snap points; a tap, Enter or Space opens or closes it; arrow keys go from one to the next.
 */
export function BottomSheet({ snapPoint, onSnap, children }: Props) {
  const { t } = useTranslation();
  const sheet = useRef<HTMLElement>(null);
  const drag = useRef<{ startY: number; startPx: number; moved: boolean } | null>(null);
  const [draggedPx, setDraggedPx] = useState<number | null>(null);
  const pagePx = (): number => sheet.current?.parentElement?.clientHeight ?? 0;
  const peekPx = usePeekPx(sheet);
  // At the lowest snap point the content is scrolled back to its start.
  useLayoutEffect(() => {
    const head = snapPoint === "peek" ? sheet.current?.querySelector("[data-peek]") : null;
    if (head?.parentElement) head.parentElement.scrollTop = 0;
  }, [snapPoint]);

  const turn = (): void => onSnap(snapPoint === "peek" ? "half" : "peek");
  const start = (event: PointerEvent<HTMLButtonElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { startY: event.clientY, startPx: sheet.current?.clientHeight ?? peekPx, moved: false };
  };
  const move = (event: PointerEvent): void => {
    const from = drag.current;
    if (from === null) return;
    const risen = from.startY - event.clientY;
    from.moved ||= Math.abs(risen) > tapPx;
    if (from.moved) setDraggedPx(Math.min(snapPointPx("full", pagePx()), Math.max(peekPx, from.startPx + risen)));
  };
  const end = (): void => {
    const from = drag.current;
    drag.current = null;
    setDraggedPx(null);
    if (from?.moved === true && draggedPx !== null) onSnap(nearestSnapPoint(draggedPx, pagePx(), peekPx));
    else turn();
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const next = step === undefined ? undefined : snapPoints[snapPoints.indexOf(snapPoint) + step];
    if (next === undefined) return;
    event.preventDefault();
    onSnap(next);
  };

  return (
    <section
      ref={sheet}
      className={classes["sheet"]}
      data-over-map
      data-dragging={draggedPx !== null || undefined}
      data-stop={snapPoint}
      style={draggedPx === null && snapPoint !== "peek" ? undefined : { height: draggedPx ?? peekPx }}
    >
      <button
        type="button"
        className={classes["grip"]}
        aria-label={snapPoint === "peek" ? t("map.sheetGrow") : t("map.sheetShrink")}
        aria-expanded={snapPoint !== "peek"}
        onPointerDown={start}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={() => {
          drag.current = null;
          setDraggedPx(null);
        }}
        // Only clicks by key or screen reader: by the time of a pointer's click the sheet has already turned.
        onClick={({ detail }) => {
          if (detail === 0) turn();
        }}
        onKeyDown={press}
      >
        <i />
      </button>
      {children}
    </section>
  );
}

/**
 * The height of the lowest snap point for the sheet's current content. `--pulse-sheet-peek` passes it to the page, whose buttons are above the sheet.
 */
function usePeekPx(sheet: RefObject<HTMLElement | null>): number {
  const [px, setPx] = useState(minPeekPx);
  useLayoutEffect(() => {
    const element = sheet.current;
    if (element === null) return undefined;
    let head: HTMLElement | null = null;
    const measure = (): void =>
      setPx(Math.max(minPeekPx, head === null ? 0 : gripPx + head.offsetHeight + belowPeekPx));
    const sizes = new ResizeObserver(measure);
    const look = (): void => {
      sizes.disconnect();
      head = element.querySelector<HTMLElement>("[data-peek]");
      if (head !== null) sizes.observe(head);
      measure();
    };
    // The content may become another card, or the list.
    const content = new MutationObserver(look);
    content.observe(element, { childList: true });
    look();
    return () => {
      sizes.disconnect();
      content.disconnect();
    };
  }, [sheet]);
  useLayoutEffect(() => sheet.current?.parentElement?.style.setProperty("--pulse-sheet-peek", `${px}px`), [sheet, px]);
  return px;
}
