import { Button } from "@mantine/core";
import type { Asset } from "@pulse/contract/assets";
import type { AccessibleSite } from "@pulse/contract/customers";
import { IconConfetti, IconMap2 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import connection from "../gateways/Connection.module.css";
import classes from "./Guide.module.css";

/** Waits until the thing is located for the first time. */
export function DotStep() {
  const { t } = useTranslation();
  return (
    <p className={connection["state"]} role="status">
      <span aria-hidden="true" />
      <b>{t("guide.dot.waiting")}</b>
    </p>
  );
}

/** The end of the guide: a link to the dot. */
export function Arrived({ site, asset }: { site: AccessibleSite; asset: Asset | undefined }) {
  const { t } = useTranslation();
  return (
    <section className={classes["arrived"]}>
      <IconConfetti size={28} stroke={1.5} aria-hidden="true" />
      <div>
        <h2>{t("guide.dot.arrived", { name: asset?.name ?? "" })}</h2>
        <p>{t("guide.dot.more")}</p>
      </div>
      <Button
        component={Link}
        to={`/sites/${site.id}/map${asset === undefined ? "" : `?asset=${asset.guid}`}`}
        leftSection={<IconMap2 size={16} stroke={1.75} aria-hidden="true" />}
      >
        {t("guide.dot.open")}
      </Button>
    </section>
  );
}
