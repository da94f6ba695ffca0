import { Button } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SiteAccount } from "./SiteAccount.tsx";

/** Opens the account that all gateways of a site may use. */
export function SiteAccountButton({ siteId }: { siteId: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconKey size={16} stroke={1.75} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t("gateways.site.open")}
      </Button>
      {isOpen ? <SiteAccount siteId={siteId} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
