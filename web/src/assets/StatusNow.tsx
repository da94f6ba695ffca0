import { limits } from "@pulse/contract/limits";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useProcessedClock } from "../shell/SeenWhen.tsx";
import { dbmText } from "../text/translate.ts";
import { everySecond } from "../time/everySecond.ts";
import { Glyph, type GlyphKind } from "../ui/Glyph.tsx";
import { SignalBars } from "../ui/SignalBars.tsx";
import { type Thing, useKnownPlace, useLivePlace } from "./livePlaces.ts";
import classes from "./Things.module.css";

interface Props {
  thing: Thing & { locationUpdated: string | null };
  isTracked: boolean;
  /** Only the mark, with the word for those who do not see it. */
  isMark?: boolean;
}

/** Whether a thing moves, as on the map; nothing until the live connection has reported it. */
export function StatusNow({ thing, isTracked, isMark = false }: Props) {
  const { t } = useTranslation();
  const live = useLivePlace(thing);
  const lastSeen = live?.lastUpdated ?? thing.locationUpdated;
  const nowMs = useProcessedClock();
  const kind = useSyncExternalStore(everySecond, (): GlyphKind | null => {
    if (!isTracked || lastSeen === null) return "never";
    if (nowMs() - Date.parse(lastSeen) > limits.connectedMs) return "stale";
    if (live === undefined) return null;
    return live.motion.moving ? "moving" : "still";
  });
  if (kind === null) return isMark ? null : <>{t("table.noValue")}</>;
  const word = isTracked && kind === "never" ? t("things.notSeen") : t(`status.${kind}`);
  if (isMark)
    return kind === "never" ? null : (
      <span className={classes["status"]} data-kind={kind} role="img" aria-label={word} title={word}>
        <Glyph kind={kind} />
      </span>
    );
  return (
    <span className={classes["status"]} data-kind={kind}>
      {kind === "never" ? null : <Glyph kind={kind} />}
      {word}
    </span>
  );
}

/** The signal at the nearest gateway. */
export function SignalNow({ id, dbm = null }: { id: string; dbm?: number | null }) {
  const { t } = useTranslation();
  const level = useKnownPlace(id)?.signalStrength ?? dbm;
  if (level === null) return <>{t("table.noValue")}</>;
  return (
    <span className={classes["status"]}>
      <SignalBars dbm={level} />
      {dbmText(level)}
    </span>
  );
}
