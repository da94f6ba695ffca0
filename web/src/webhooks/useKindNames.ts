import { useTranslation } from "react-i18next";

/** What an event is called that a webhook is told of; an operation that has no words yet, as it is sent. */
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
