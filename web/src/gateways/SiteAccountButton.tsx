import { IconKey } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { DialogButton } from "../ui/DialogButton.tsx";
import { SiteAccount } from "./SiteAccount.tsx";

/** Opens the account that all gateways of a site may use. */
export function SiteAccountButton({ siteId }: { siteId: string }) {
  const { t } = useTranslation();
  return (
    <DialogButton label={t("gateways.site.open")} icon={IconKey}>
      {(close) => <SiteAccount siteId={siteId} onClose={close} />}
    </DialogButton>
  );
}
