import { Button } from "@mantine/core";
import type { AuditEntry } from "@pulse/contract/audit";
import { IconArrowRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { dateTime } from "../time/ages.ts";
import classes from "./Audit.module.css";
import { browserText, fieldText, fieldValueText } from "./auditWords.ts";

interface Props {
  entry: AuditEntry;
  /** Narrows the log to what was done to this thing. */
  onAbout(entityId: string): void;
  isAbout: boolean;
}

// Where the page of a thing is.
const places: Readonly<Record<string, string>> = {
  user: "/access/users",
  role: "/access/roles",
  group: "/access/groups",
  customer: "/customers",
};

/** An entry in full: what was changed, field by field, and from where. */
export function AuditDetails({ entry, onAbout, isAbout }: Props) {
  const { t } = useTranslation();
  const { entity, changes } = entry;
  const id = entity?.id ?? null;
  const place = entity === null || id === null || entry.action === "delete" ? undefined : places[entity.kind];
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
        <Fact term={t("audit.address")} text={entry.ip || t("table.noValue")} isMono />
        <Fact term={t("audit.browser")} text={browserText(entry.userAgent)} title={entry.userAgent} />
        <Fact term={t("audit.request")} text={entry.requestId || t("table.noValue")} isMono />
      </dl>
      {entity === null || id === null ? null : (
        <div className={classes["ways"]}>
          {place === undefined ? null : (
            <Button component={Link} to={`${place}/${id}`} variant="default" size="xs">
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
