import { Button, Slider } from "@mantine/core";
import type { Site } from "@pulse/contract/sites";
import { IconMap2, IconPhoto, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../form/ConfirmDialog.tsx";
import { FormSection } from "../form/FormSection.tsx";
import { BlobImage } from "./BlobImage.tsx";
import { PlaceDialog } from "./PlaceDialog.tsx";
import planClasses from "./Plan.module.css";
import { PlanDrop } from "./PlanDrop.tsx";
import classes from "./Underlay.module.css";
import { useStoredPlan } from "./useStoredPlan.ts";
import { useUnderlay } from "./useUnderlay.ts";

interface Props {
  site: Site;
  mayChange: boolean;
}

/** The widths in which the stored picture is shown here and on the map for placing, px. */
const [thumbPx, placingPx] = [512, 2048] as const;
const icon = { size: 14, stroke: 1.75, "aria-hidden": true } as const;

/** A site's aerial picture or drawing of the grounds, which lies under all floors: it is placed once, for all maps. */
export function UnderlaySection({ site, mayChange }: Props) {
  const { t } = useTranslation();
  const tool = useUnderlay(site);
  const [isPlacing, setPlacing] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const { underlay } = site;
  const thumb = useStoredPlan(underlay?.imageUrl ?? null, thumbPx);
  if (underlay === null && !mayChange) return null;
  const stored = underlay && {
    url: `${underlay.imageUrl}?width=${placingPx}`,
    width: underlay.imageWidth,
    height: underlay.imageHeight,
  };
  const placed = tool.file ?? (isPlacing ? stored : null);
  const picture = (
    <span className={planClasses["thumb"]}>
      {thumb === undefined ? (
        <IconPhoto size={22} stroke={1.4} aria-hidden="true" />
      ) : (
        <BlobImage bytes={thumb} alt={t("sites.underlay.title")} />
      )}
    </span>
  );
  const name = t(underlay === null ? "sites.underlay.choose" : "sites.underlay.replace");
  return (
    <FormSection title={t("sites.underlay.title")} hint={t("sites.underlay.hint")} isBare>
      <div className={classes["underlay"]}>
        {mayChange ? (
          <PlanDrop
            label={t(underlay === null ? "sites.plan.choose" : "sites.plan.replace")}
            name={name}
            {...(underlay === null
              ? { title: t("sites.underlay.drop"), hint: t("sites.underlay.dropHint") }
              : { picture, hint: `${underlay.imageWidth} × ${underlay.imageHeight} px` })}
            error={null}
            onPlan={tool.choose}
          />
        ) : (
          picture
        )}
        {underlay === null || !mayChange ? null : (
          <div className={classes["acts"]}>
            <Button size="xs" variant="default" leftSection={<IconMap2 {...icon} />} onClick={() => setPlacing(true)}>
              {t("sites.placement.open")}
            </Button>
            <Opacity key={underlay.opacity} value={underlay.opacity} onChosen={tool.setOpacity} />
            <Button size="xs" variant="default" leftSection={<IconTrash {...icon} />} onClick={() => setRemoving(true)}>
              {t("sites.underlay.remove")}
            </Button>
          </div>
        )}
      </div>
      {placed === null || tool.placement === null ? null : (
        <PlaceDialog
          name={t("sites.underlay.one")}
          image={placed}
          placement={tool.placement}
          start={site}
          neighbours={site.floorPlans.flatMap((floor) =>
            floor.imageUrl === null
              ? []
              : [{ name: floor.name, url: `${floor.imageUrl}?width=${placingPx}`, placement: floor, opacity: 1 }],
          )}
          onPlace={tool.place}
          onClose={() => {
            setPlacing(false);
            tool.choose(null);
          }}
        />
      )}
      <ConfirmDialog
        isOpen={isRemoving}
        title={t("sites.underlay.removeTitle")}
        text={t("sites.underlay.removeText")}
        confirm={t("sites.underlay.remove")}
        isDestructive
        isBusy={tool.removing.isPending}
        failure={tool.removing.error}
        onConfirm={() => tool.removing.mutate(undefined, { onSuccess: () => setRemoving(false) })}
        onClose={() => setRemoving(false)}
      />
    </FormSection>
  );
}

/** In percent; saved when the thumb is let go. */
function Opacity({ value, onChosen }: { value: number; onChosen(opacity: number): void }) {
  const { t } = useTranslation();
  const [percent, setPercent] = useState(Math.round(value * 100));
  return (
    <div className={classes["opacity"]}>
      <span>
        {t("placing.opacity")} <b>{t("unit.percent", { value: percent })}</b>
      </span>
      <Slider
        value={percent}
        onChange={setPercent}
        onChangeEnd={(chosen) => onChosen(chosen / 100)}
        min={10}
        max={100}
        step={5}
        label={null}
        thumbLabel={t("placing.opacity")}
      />
    </div>
  );
}
