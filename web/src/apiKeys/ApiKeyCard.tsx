import { Button } from "@mantine/core";
import type { ApiKey } from "@pulse/contract/apiKeys";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { rightsSummary } from "../access/rightsSummary.ts";
import { useOperations } from "../access/access.api.ts";
import { dateTime } from "../time/ages.ts";
import { When } from "../time/When.tsx";
import classes from "./ApiKeys.module.css";

interface Props {
  apiKey: ApiKey;
  /** Null for people who may not revoke keys. */
  onRevoke: (() => void) | null;
}

/** One key: its permissions, sites and end, and when it was last used. */
export function ApiKeyCard({ apiKey, onRevoke }: Props) {
  const { t } = useTranslation();
  const { data: operations = [] } = useOperations();
  const { name, prefix, operationIds, siteIds, lastUsedAt, lastUsedFrom, createdBy } = apiKey;
  const sites = siteIds.length === 0 ? t("apiKeys.allSites") : t("apiKeys.numSites", { count: siteIds.length });
  return (
    <li className={classes["key"]}>
      <div>
        <h2>
          {name} <code>{prefix}…</code>
        </h2>
        <p>
          {rightsSummary(operations.filter(({ id }) => operationIds.includes(id)))} · {sites}
        </p>
        <p>
          {lastUsedAt === null ? (
            t("apiKeys.neverUsed")
          ) : (
            <>
              {t("apiKeys.used")} <When at={lastUsedAt} format="list" />{" "}
              {t("apiKeys.usedFrom", { address: lastUsedFrom ?? "" })}
            </>
          )}
          {` · ${t("apiKeys.madeBy", { email: createdBy })} · `}
          <EndOfKey apiKey={apiKey} />
        </p>
      </div>
      {onRevoke === null ? null : (
        <Button variant="default" onClick={onRevoke} aria-haspopup="dialog" aria-label={t("apiKeys.revoke", { name })}>
          {t("apiKeys.revokeShort")}
        </Button>
      )}
    </li>
  );
}

function EndOfKey({ apiKey: { expiresAt, makerGone } }: { apiKey: ApiKey }) {
  const { t } = useTranslation();
  const [nowMs] = useState(Date.now);
  if (makerGone) return <b>{t("apiKeys.makerGone")}</b>;
  if (expiresAt === null) return t("apiKeys.noEnd");
  const endsMs = Date.parse(expiresAt);
  const when = dateTime(endsMs);
  return endsMs <= nowMs ? <b>{t("apiKeys.expired", { when })}</b> : t("apiKeys.expiresAt", { when });
}
