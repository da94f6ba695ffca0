import { useTranslation } from "react-i18next";

/** What an event is called that a webhook is told of: its kind in the person's language, an operation as it is sent. */
export function useKindNames(): (entry: string) => string {
  const { t, i18n } = useTranslation();
  return (entry) => {
    const [kind = "", operation] = entry.split(".");
    const name = i18n.exists(`webhooks.kind.${kind}`) ? t(`webhooks.kind.${kind}`) : kind;
    return operation === undefined ? name : `${name}: ${operation.replaceAll("_", " ")}`;
  };
}
