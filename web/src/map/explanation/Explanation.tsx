import type { ExplainedPosition } from "@pulse/contract/trackerExplanation";
import { distanceM } from "@pulse/geo/latLon";
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { type CSSProperties, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { saveFile } from "../../table/csv.ts";
import { dbmText, metresText } from "../../text/translate.ts";
import { dateTime } from "../../time/ages.ts";
import { titleOf } from "../cards/assetFacts.ts";
import { probabilityText } from "../cards/probabilityText.ts";
import type { PanelForm } from "../model/useSidePanel.ts";
import { PanelFrame } from "../page/PanelFrame.tsx";
import { useAsset } from "../cards/useAsset.ts";
import type { DrawnMap } from "../model/useDrawnMap.ts";
import type { MapData } from "../model/useMapData.ts";
import type { MapSelection } from "../model/useMapSelection.ts";
import { useOverlay } from "../layers/useOverlay.ts";
import { useExplanation } from "./useExplanation.ts";
import classes from "./Explanation.module.css";
import { explanationOverlay } from "./explanationOverlay.ts";
import { reasonText, stepText } from "./explanationTexts.ts";

/** The shown position and the explained one differ by more than a fix's interval while the server catches up, ms. */
const otherMomentMs = 15_000;
/** A gateway that received this much more or less than expected is worth checking, dB. */
const offDb = 10;
const nowhere = { trackerId: null, lastUpdatedMs: null };

/** Whether the explanation is older than the position on the map, which a preview may show before it is worked out in full. */
const isOtherMoment = ({ timestamp }: ExplainedPosition, shownMs: number): boolean =>
  shownMs - Date.parse(timestamp) > otherMomentMs;

/** Why the selected asset is shown where it is, now or at the past moment on the map. */
export default function Explanation({ page, form }: { page: MapData & MapSelection & DrawnMap; form: PanelForm }) {
  const { t } = useTranslation();
  const asset = useAsset(page.positions, page.selected ?? "");
  const { data: explanation, isPending, error } = useExplanation(asset ?? nowhere, page.playback.span !== null);
  const [layer] = useState(explanationOverlay);
  useOverlay(page, "why", layer.overlay);
  const { gateways } = page.live;
  useEffect(() => layer.show(explanation ?? null, gateways), [layer, explanation, gateways]);
  const shownMs = asset?.lastUpdatedMs ?? null;
  const receivers = explanation?.gateways.toSorted(asShown) ?? [];
  const used = receivers.filter((each) => each.used);
  const unused = receivers.filter((each) => !each.used);
  const percent = (share: number): string => t("unit.percent", { value: wholePercent(share) });
  const chance = (probability: number): string => probabilityText(probability, t);
  return (
    <PanelFrame form={form} title={t("why.title")} onClose={() => page.panel.open(null)}>
      {asset === null ? null : <p className={classes["lead"]}>{titleOf(asset)}</p>}
      {explanation === null || error !== null ? <p className={classes["lead"]}>{t("why.none")}</p> : null}
      {isPending ? <p className={classes["lead"]}>{t("why.loading")}</p> : null}
      {explanation === undefined || explanation === null ? null : (
        <>
          <p className={classes["lead"]}>
            {t("why.moment", { time: dateTime(Date.parse(explanation.timestamp)) })} · {t("why.mechanism")}{" "}
            {t(`why.mechanisms.${explanation.mechanism}`)}
          </p>
          {shownMs === null || !isOtherMoment(explanation, shownMs) ? null : (
            <p className={classes["lead"]} role="note">
              {t("why.otherMoment", {
                shown: dateTime(shownMs).slice(11),
                time: dateTime(Date.parse(explanation.timestamp)).slice(11),
              })}
            </p>
          )}
          <p className={classes["lead"]}>
            {t("why.movedText", {
              distance: metresText(distanceM(explanation.raw, explanation.fix)),
              accuracy: metresText(explanation.raw.accuracy),
            })}
          </p>
          <h2>{t("why.gateways")}</h2>
          <table className={classes["table"]} aria-label={t("why.gateways")}>
            <thead>
              <tr>
                {(["gateway", "heard", "expected", "residual", "distance", "share"] as const).map((name) => (
                  <th key={name} scope="col">
                    {t(`why.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {used.map((each) => (
                <tr key={each.hardwareId}>
                  <td>
                    {each.name}
                    {each.reason === null ? null : <small>{reasonText(each.reason)}</small>}
                  </td>
                  <td>{levelText(each.rssi)}</td>
                  <td>{each.expectedRssi === null ? t("card.none") : levelText(each.expectedRssi)}</td>
                  <td className={Math.abs(each.residual ?? 0) >= offDb ? classes["off"] : undefined}>
                    {each.residual === null ? t("card.none") : signed(each.residual)}
                  </td>
                  <td>{each.distance === null ? t("card.none") : metresText(each.distance)}</td>
                  <td>{percent(each.weight)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className={classes["lead"]}>{t("why.rings")}</p>
          {unused.length === 0 ? null : (
            <>
              <h2>{t("why.unused")}</h2>
              <ul className={classes["left"]} aria-label={t("why.unused")}>
                {unused.map(({ hardwareId, name, rssi, reason }) => (
                  <li key={hardwareId}>
                    {name} · {dbmText(Math.round(rssi))}
                    {reason === null ? null : <small>{reasonText(reason)}</small>}
                  </li>
                ))}
              </ul>
            </>
          )}
          <Shares
            title={t("why.floors")}
            shares={explanation.floors.map(({ floorId, ...rest }) => ({ id: floorId, ...rest }))}
            text={explanation.floors.length > 1 ? chance : percent}
          />
          <Shares
            title={t("why.rooms")}
            shares={explanation.rooms.map(({ roomId, ...rest }) => ({ id: roomId, ...rest }))}
            text={chance}
          />
          <h2>{t("why.decisions")}</h2>
          <ol className={classes["steps"]}>
            {explanation.decisions.map(({ step, text }) => (
              <li key={step}>{stepText({ step, text })}</li>
            ))}
          </ol>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
            onClick={() =>
              saveFile(
                `why ${asset?.name ?? ""} ${explanation.timestamp}.json`,
                new Blob([JSON.stringify(explanation, null, 2)], { type: "application/json" }),
              )
            }
          >
            {t("why.json")}
          </Button>
        </>
      )}
    </PanelFrame>
  );
}

const wholePercent = (share: number): number => Math.round(share * 100);

type HeardGateway = ExplainedPosition["gateways"][number];

/** Sorts by the numbers as displayed: the share, then the strength. */
function asShown(a: HeardGateway, b: HeardGateway): number {
  return (
    wholePercent(b.weight) - wholePercent(a.weight) ||
    Math.round(b.rssi) - Math.round(a.rssi) ||
    a.name.localeCompare(b.name)
  );
}

interface Share {
  id: string;
  name: string;
  probability: number;
}

/** The probability of each place, in words and as bars. */
function Shares({ title, shares, text }: { title: string; shares: readonly Share[]; text(share: number): string }) {
  if (shares.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      <ul className={classes["shares"]} aria-label={title}>
        {shares.map(({ id, name, probability }) => (
          <li key={id}>
            {name}
            <i aria-hidden="true" style={{ "--share": `${probability * 100}%` } as CSSProperties} />
            <b>{text(probability)}</b>
          </li>
        ))}
      </ul>
    </>
  );
}

const levelText = (dbm: number): string => String(Math.round(dbm)).replace("-", "−");

/** A difference in dB with its sign, using the minus that is as wide as the plus. */
function signed(db: number): string {
  const rounded = Math.round(db);
  return `${rounded > 0 ? "+" : rounded < 0 ? "−" : ""}${Math.abs(rounded)} dB`;
}
