import { Button } from "@mantine/core";
import type { AuditEntry } from "@pulse/contract/audit";
import { getCustomer } from "@pulse/contract/customers";
import type { Endpoint } from "@pulse/contract/endpoint";
import { getGroup } from "@pulse/contract/groups";
import { getRole } from "@pulse/contract/roles";
import { getUser } from "@pulse/contract/users";
import { IconArrowRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { nounKeys } from "../api/queryKeys.ts";
import { useServices } from "../services/services.tsx";
import { useAccessibleSites } from "../sites/sites.api.ts";
import { browserText } from "../text/browserText.ts";
import { dateTime } from "../time/ages.ts";
import classes from "./Audit.module.css";
import { fieldText, fieldValueText } from "./auditWords.ts";

interface Props {
  entry: AuditEntry;
  /** Narrows the log to what was done to this thing. */
  onAbout(entityId: string): void;
  isAbout: boolean;
}

// Where the page of a thing is, and how to ask whether it still exists.
const places: Readonly<Record<string, { noun: string; path: string; get: Endpoint }>> = {
  user: { noun: "users", path: "/access/users", get: getUser },
  role: { noun: "roles", path: "/access/roles", get: getRole },
  group: { noun: "groups", path: "/access/groups", get: getGroup },
  customer: { noun: "customers", path: "/customers", get: getCustomer },
};

/** An entry in full: what was changed, field by field, and from where. */
export function AuditDetails({ entry, onAbout, isAbout }: Props) {
  const { t } = useTranslation();
  const { entity, changes } = entry;
  const { data: sites } = useAccessibleSites();
  const siteName = sites?.find(({ id: siteId }) => siteId === entry.siteId)?.name;
  const id = entity?.id ?? null;
  const href = useHref(entry);
  return (
    <div className={classes["details"]}>
      {changes.length === 0 ? null : (
        <dl className={classes["changes"]}>
          {changes.map(({ field, before, after }) => (
            <div key={field}>
              <dt>{fieldText(field)}</dt>
              <dd>
                <del>{fieldValueText(field, before)}</del>
                <IconArrowRight size={14} stroke={1.75} role="img" aria-label={t("audit.becomes")} />
                <ins>{fieldValueText(field, after)}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <dl className={classes["facts"]}>
        <Fact term={t("audit.when")} text={dateTime(Date.parse(entry.timestamp))} />
        <Fact term={t("audit.outcome")} text={t(`audit.outcomes.${entry.outcome}`)} />
        <Fact term={t("audit.site")} text={siteName ?? t("table.noValue")} />
        <Fact term={t("audit.address")} text={entry.ip || t("table.noValue")} isMono />
        <Fact
          term={t("audit.browser")}
          text={browserText(entry.userAgent) || t("table.noValue")}
          title={entry.userAgent}
        />
        <Fact term={t("audit.request")} text={entry.requestId || t("table.noValue")} isMono />
      </dl>
      {entity === null || id === null ? null : (
        <div className={classes["ways"]}>
          {href === null ? null : (
            <Button component={Link} to={href} variant="default" size="xs">
              {t("audit.open", { name: entity.name })}
            </Button>
          )}
          {isAbout ? null : (
            <Button variant="default" size="xs" onClick={() => onAbout(id)}>
              {t("audit.allAbout", { name: entity.name })}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** The page of the thing that an entry is about; null if it has none, is gone, or is not for this person. */
function useHref({ entity, action }: AuditEntry): string | null {
  const { api } = useServices();
  const id = entity?.id ?? null;
  const place = entity === null || action === "delete" ? undefined : places[entity.kind];
  const { isSuccess } = useQuery({
    queryKey: nounKeys(place?.noun ?? "", null).one(id ?? ""),
    enabled: place !== undefined && id !== null,
    queryFn: ({ signal }) => (place === undefined ? null : api.call(place.get, { params: { id: id ?? "" }, signal })),
    // A thing that cannot be opened is not an error here.
    meta: { isSilent: true },
    retry: false,
  });
  return isSuccess && place !== undefined && id !== null ? `${place.path}/${id}` : null;
}

interface FactProps {
  term: string;
  text: string;
  title?: string;
  isMono?: boolean;
}

function Fact({ term, text, title, isMono }: FactProps) {
  return (
    <div>
      <dt>{term}</dt>
      <dd data-mono={isMono || undefined} title={title}>
        {text}
      </dd>
    </div>
  );
}
