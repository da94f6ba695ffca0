import { useTranslation } from "react-i18next";

/** The name of a kind of event in webhooks; an operation without a translation is shown as it is sent. */
export function useKindNames(): (entry: string) => string {
  const { t, i18n } = useTranslation();
  return (entry) => {
    const [kind = "", operation] = entry.split(".");
    const name = i18n.exists(`webhooks.kind.${kind}`) ? t(`webhooks.kind.${kind}`) : kind;
    if (operation === undefined) return name;
    const known = `webhooks.operation.${operation}`;
    const done = i18n.exists(known) ? t(known) : operation.replaceAll("_", " ");
    return operation.startsWith("asset_") ? done : `${name}: ${done}`;
  };
}
