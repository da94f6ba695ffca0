import { Button } from "@mantine/core";
import type { Heard } from "@pulse/contract/gatewayReports";
import type { Hardware } from "@pulse/contract/gateways";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { hrefOf, type Scope } from "../entity/Scope.ts";
import { useLetters } from "../entity/useLetters.ts";
import { SeenWhen } from "../shell/SeenWhen.tsx";
import { CheckBox } from "../table/CheckBox.tsx";
import { ClaimDialog } from "./ClaimDialog.tsx";
import { gateways } from "./gateways.ts";
import { useTypeNames, useUnregisteredGateways } from "./gateways.api.ts";
import classes from "./Gateways.module.css";

interface Props {
  scope: Scope;
  /** Several were registered here, and can be placed now. */
  onClaimed(created: readonly Hardware[]): void;
}

/** Gateways that were received at the site but are not registered: each can be registered alone, or several at once. */
export function UnregisteredGateways({ scope, onClaimed }: Props) {
  const { t } = useTranslation();
  const can = useLetters("hardware_management");
  const { data = [] } = useUnregisteredGateways(scope.siteId);
  const typeName = useTypeNames(scope.siteId);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [claiming, setClaiming] = useState<readonly Heard[] | null>(null);
  const selected = data.filter(({ mac }) => chosen.has(mac));
  const choose = (mac: string, isChosen: boolean): void => {
    const next = new Set(chosen);
    if (isChosen) next.add(mac);
    else next.delete(mac);
    setChosen(next);
  };
  if (data.length === 0 && claiming === null) return null;
  return (
    <section className={classes["heard"]} aria-label={t("gateways.notOnboarded")}>
      <header>
        {can.c ? (
          <CheckBox
            label={t("gateways.claim.all")}
            isChecked={selected.length === data.length}
            isPartial={selected.length > 0 && selected.length < data.length}
            onChange={(isChosen) => setChosen(new Set(isChosen ? data.map(({ mac }) => mac) : []))}
          />
        ) : null}
        <h2>{t("gateways.notOnboarded")}</h2>
        {can.c && selected.length > 0 ? (
          <Button size="xs" onClick={() => setClaiming(selected)}>
            {t("gateways.claim.confirm", { count: selected.length })}
          </Button>
        ) : null}
      </header>
      <ul>
        {data.map(({ mac, kind, name, hardwareName, lastHeardAt }) => (
          <li key={mac}>
            {can.c ? (
              <CheckBox
                label={t("gateways.claim.choose", { mac })}
                isChecked={chosen.has(mac)}
                onChange={(isChosen) => choose(mac, isChosen)}
              />
            ) : null}
            <div>
              <code>{mac}</code>
              <span>{[typeName(kind), name].filter(Boolean).join(" · ")}</span>
              {hardwareName === null ? <span>{t("gateways.claim.bySite")}</span> : null}
              <SeenWhen at={lastHeardAt} format="ago" />
            </div>
            {can.c ? (
              <Button
                component={Link}
                to={`${hrefOf(gateways, scope, "new")}?${new URLSearchParams({ mac, type: kind }).toString()}`}
                variant="default"
                size="xs"
                aria-label={t("gateways.addHeard", { mac })}
              >
                {t("gateways.add")}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {claiming === null ? null : (
        <ClaimDialog
          siteId={scope.siteId ?? ""}
          heard={claiming}
          onClose={() => setClaiming(null)}
          onClaimed={(created) => {
            setClaiming(null);
            setChosen(new Set());
            onClaimed(created);
          }}
        />
      )}
    </section>
  );
}
