import { Button, Checkbox } from "@mantine/core";
import { signedAreaM2 } from "@pulse/geo/polygon";
import { useTranslation } from "react-i18next";
import { numberText } from "../text/numbers.ts";
import { lengthOf } from "./darkWalls.ts";
import classes from "./Drawing.module.css";
import type { Suggestions } from "./useSuggestions.ts";

/** The suggested walls and rooms; each can be left out, on the plan or here by keyboard. */
export function SuggestionPanel({ suggestions }: { suggestions: Suggestions }) {
  const { t } = useTranslation();
  const { lines, rooms, excluded, accept, discard, toggle } = suggestions;
  const count = lines.length + rooms.length - excluded.size;
  return (
    <section className={classes["suggested"]} aria-label={t("drawing.suggest.title")}>
      <h2>{t("drawing.suggest.title")}</h2>
      <p>{t("drawing.suggest.how")}</p>
      <div>
        <Button disabled={count === 0} onClick={accept}>
          {t("drawing.suggest.accept", { count })}
        </Button>
        <Button variant="default" onClick={discard}>
          {t("drawing.suggest.discard")}
        </Button>
      </div>
      <div className={classes["lines"]}>
        {lines.map((line) => (
          <Checkbox
            key={line.key}
            size="xs"
            checked={!excluded.has(line.key)}
            label={t("drawing.suggest.wall", { nth: line.key, metres: numberText(Number(lengthOf(line).toFixed(1))) })}
            onChange={() => toggle(line.key)}
          />
        ))}
        {rooms.map(({ key, name, points }) => (
          <Checkbox
            key={key}
            size="xs"
            checked={!excluded.has(key)}
            label={t("drawing.suggest.room", {
              name,
              size: numberText(Number(Math.abs(signedAreaM2(points)).toFixed(1))),
            })}
            onChange={() => toggle(key)}
          />
        ))}
      </div>
    </section>
  );
}
