import { IconCircleDot, IconSquareCheck } from "@tabler/icons-react";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { CopyValue } from "../devices/CredentialLines.tsx";
import { type BrokerOptions } from "./brokerSettings.ts";
import { type FormField, makersForm } from "./makersForm.ts";
import classes from "./MakersForm.module.css";

/** A picture of the page on which a gateway gets its broker, filled in, with each value to copy. */
export function MakersFormView({ options, type }: { options: BrokerOptions; type?: string | undefined }) {
  const { t } = useTranslation();
  const { page, fields } = makersForm(options);
  const title = [type, page].filter(Boolean).join(" › ");
  return (
    <div className={classes["form"]} role="group" aria-label={t("gateways.broker.form")}>
      <p className={classes["page"]} {...(page === null ? {} : { lang: "en" })}>
        {title === "" ? t("gateways.broker.form") : title}
      </p>
      <dl>
        {fields.map((field, nth) => (
          <Field key={field.key + String(field.value)} field={field} isSame={fields[nth - 1]?.label === field.label} />
        ))}
      </dl>
      {page === null || options.tlsPort === null ? null : (
        <p className={classes["note"]}>{t("gateways.broker.tlsNote", { port: String(options.tlsPort) })}</p>
      )}
    </div>
  );
}

/** @param isSame it has the label of the field before it, which is not repeated */
function Field({ field: { key, label, value, kind }, isSame }: { field: FormField; isSame: boolean }) {
  const { t } = useTranslation();
  const name = label ?? t(`gateways.broker.settings.${key}`);
  const isRepeated = isSame && label !== undefined;
  const isText = kind === "text";
  const Icon = kind === "check" ? IconSquareCheck : IconCircleDot;
  return (
    <div
      data-setting={key}
      data-kind={kind}
      data-secret={(key === "password" && value !== null) || undefined}
      {...(label === undefined ? {} : { lang: "en" })}
    >
      <dt data-repeated={isRepeated || undefined}>{name}</dt>
      <dd>
        {isText ? null : <Icon size={18} stroke={1.75} aria-hidden="true" />}
        {value === null ? (
          <span className={classes["unknown"]}>{t("gateways.broker.unknown")}</span>
        ) : (
          <Breakable text={value} />
        )}
      </dd>
      {isText && value !== null ? (
        <dd>
          <CopyValue name={name} value={value} />
        </dd>
      ) : null}
    </div>
  );
}

/** A text that, where it is too long for its line, is broken behind a slash and not before its last character. */
function Breakable({ text }: { text: string }) {
  return text.split(/(?<=\/)/).map((part, nth, parts) => (
    <Fragment key={parts.slice(0, nth + 1).join("")}>
      {nth === 0 ? null : <wbr />}
      {part}
    </Fragment>
  ));
}
