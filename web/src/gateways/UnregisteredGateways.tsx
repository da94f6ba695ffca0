import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { hrefOf, type Scope } from "../entity/Scope.ts";
import { useLetters } from "../entity/useLetters.ts";
import { SeenWhen } from "../shell/SeenWhen.tsx";
import { gateways } from "./gateways.ts";
import { useUnregisteredGateways } from "./gateways.api.ts";
import classes from "./Gateways.module.css";

/** Gateways that were received at the site but are not registered, each with a link to do so. */
export function UnregisteredGateways({ scope }: { scope: Scope }) {
  const { t } = useTranslation();
  const can = useLetters("hardware_management");
  const { data = [] } = useUnregisteredGateways(scope.siteId);
  if (data.length === 0) return null;
  return (
    <section className={classes["heard"]} aria-label={t("gateways.notOnboarded")}>
      <h2>{t("gateways.notOnboarded")}</h2>
      <ul>
        {data.map(({ mac, kind, lastHeardAt }) => (
          <li key={mac}>
            <code>{mac}</code>
            <span>{kind}</span>
            <SeenWhen at={lastHeardAt} format="ago" />
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
    </section>
  );
}
