import { useTranslation } from "react-i18next";
import { dbmText } from "../text/translate.ts";
import { Glyph } from "../ui/Glyph.tsx";
import { SignalBars } from "../ui/SignalBars.tsx";
import { StatusBadge } from "../ui/StatusBadge.tsx";
import { useKnownPlace, useStoredPlace } from "./livePlaces.ts";
import classes from "./Things.module.css";
import { type SeenThing, useStatusWord, useThingStatus } from "./useThingStatus.ts";

interface Props {
  thing: SeenThing;
  isTracked: boolean;
  /** Only the mark, with the word for those who do not see it. */
  isMark?: boolean;
}

/** Whether a thing moves, as on the map; nothing until that is known. */
export function StatusNow({ thing, isTracked, isMark = false }: Props) {
  const { t } = useTranslation();
  const kind = useThingStatus(thing, isTracked);
  const wordOf = useStatusWord();
  if (kind === null) return isMark ? null : <>{t("table.noValue")}</>;
  const word = wordOf(kind, isTracked);
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

/** The same as a badge, beside the name of a thing's page. */
export function StatusNowBadge({ thing, isTracked }: Pick<Props, "thing" | "isTracked">) {
  const kind = useThingStatus(thing, isTracked);
  const wordOf = useStatusWord();
  return kind === null ? null : <StatusBadge kind={kind} text={wordOf(kind, isTracked)} isLarge />;
}

/** The signal at the nearest gateway. */
export function SignalNow({ id, dbm = null }: { id: string; dbm?: number | null }) {
  const { t } = useTranslation();
  const stored = useStoredPlace(id)?.signalStrength ?? dbm;
  const level = useKnownPlace(id)?.signalStrength ?? stored;
  if (level === null) return <>{t("table.noValue")}</>;
  return (
    <span className={classes["status"]}>
      <SignalBars dbm={level} />
      {dbmText(level)}
    </span>
  );
}
