import type { AccessibleSite } from "@pulse/contract/customers";
import { Button, Checkbox, TextInput } from "@mantine/core";
import { IconCopy, IconDeviceTv } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { FormPage } from "../../form/FormPage.tsx";
import { FormSection } from "../../form/FormSection.tsx";
import { inputClasses } from "../../form/inputClasses.ts";
import { useServices } from "../../services/services.tsx";
import { useAccessibleSites, useFloors } from "../../sites/sites.api.ts";
import { copyText } from "../../ui/copyText.ts";
import { seconds, secondsOf, type KioskChoice, kioskPath } from "./kioskAddress.ts";
import classes from "./KioskSetUp.module.css";

/** The chosen floors of each chosen site; null: all its floors, future ones included. */
type Chosen = ReadonlyMap<string, readonly string[] | null>;

/** Chooses what a wall display shows, and for how long each floor; its address can be given to the screen's computer. */
export function KioskSetUp() {
  const { t } = useTranslation();
  const { activeSite, snackbars } = useServices();
  const navigate = useNavigate();
  const { data: sites } = useAccessibleSites();
  const [changed, setChosen] = useState<Chosen | null>(null);
  const [typed, setTyped] = useState(String(seconds.first));
  const activeId = activeSite.current()?.siteId ?? sites?.[0]?.id;
  const chosen: Chosen = changed ?? new Map(activeId === undefined ? [] : [[activeId, null]]);
  const choose = (siteId: string, floors: readonly string[] | null | undefined): void => {
    const next = new Map(chosen);
    if (floors === undefined) next.delete(siteId);
    else next.set(siteId, floors);
    setChosen(next);
  };
  const choice: KioskChoice = {
    siteIds: (sites ?? []).flatMap(({ id }) => (chosen.has(id) ? [id] : [])),
    floorIds: [...chosen.values()].flatMap((floors) => floors ?? []),
    seconds: secondsOf(typed),
  };
  const path = kioskPath(choice);
  const isNothing = choice.siteIds.length === 0;
  const start = (): void => {
    // Full screen is allowed only on a person's click; a browser that refuses shows the display in its window.
    void document.documentElement.requestFullscreen?.().catch(() => undefined);
    void navigate(path);
  };
  const copy = async (): Promise<void> => {
    if (await copyText(window.location.origin + path)) snackbars.success(t("wall.copied"));
    else snackbars.error(t("wall.notCopied"));
  };
  return (
    <FormPage title={t("wall.title")} facts={<span>{t("wall.lead")}</span>}>
      <FormSection
        title={t("wall.sites")}
        hint={t("wall.sitesHint")}
        isBare
        foot={
          <div className={classes["foot"]}>
            <TextInput
              type="number"
              label={t("wall.seconds")}
              classNames={inputClasses}
              min={seconds.min}
              max={seconds.max}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              onBlur={() => setTyped(String(secondsOf(typed)))}
            />
            <Button
              variant="default"
              disabled={isNothing}
              leftSection={<IconCopy size={16} stroke={1.75} aria-hidden="true" />}
              onClick={() => void copy()}
            >
              {t("wall.copy")}
            </Button>
            <Button
              disabled={isNothing}
              leftSection={<IconDeviceTv size={16} stroke={1.75} aria-hidden="true" />}
              onClick={start}
            >
              {t("wall.start")}
            </Button>
          </div>
        }
      >
        <ul className={classes["sites"]}>
          {sites?.map((site) => (
            <SiteChoice
              key={site.id}
              site={site}
              floors={chosen.get(site.id)}
              onChange={(floors) => choose(site.id, floors)}
            />
          ))}
        </ul>
      </FormSection>
    </FormPage>
  );
}

interface SiteProps {
  site: AccessibleSite;
  /** Null: all; undefined: the site is not chosen. */
  floors: readonly string[] | null | undefined;
  onChange(floors: readonly string[] | null | undefined): void;
}

/** A site, and its floors once it is chosen. */
function SiteChoice({ site, floors, onChange }: SiteProps) {
  const { t } = useTranslation();
  const { data: plans } = useFloors(site.id, floors !== undefined);
  const isOn = (id: string): boolean => floors?.includes(id) ?? true;
  const toggle = (id: string): void => {
    const next = (plans ?? []).flatMap((plan) => ((plan.id === id) === isOn(plan.id) ? [] : [plan.id]));
    onChange(next.length === 0 ? undefined : next.length === plans?.length ? null : next);
  };
  return (
    <li>
      <Checkbox
        label={site.name}
        checked={floors !== undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? null : undefined)}
      />
      {floors === undefined || plans === undefined ? null : plans.length === 0 ? (
        <p>{t("map.noFloors")}</p>
      ) : (
        <ul aria-label={t("wall.floorsOf", { site: site.name })}>
          {plans.map((plan) => (
            <li key={plan.id}>
              <Checkbox
                label={
                  plans.some(({ buildingId }) => buildingId !== plan.buildingId)
                    ? `${plan.buildingName} · ${plan.name}`
                    : plan.name
                }
                checked={isOn(plan.id)}
                onChange={() => toggle(plan.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
