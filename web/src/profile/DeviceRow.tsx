import { Button } from "@mantine/core";
import { IconDeviceDesktop } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { RememberedDevice } from "../session/ownAccount.ts";
import { browserText } from "../text/browserText.ts";
import { When } from "../time/When.tsx";

/** One remembered device: its name in words, when it was last used, and the button that forgets it. */
export function DeviceRow({ device, onForget }: { device: RememberedDevice; onForget(): void }) {
  const { t } = useTranslation();
  const name = browserText(device.name) || t("profile.devices.unnamed");
  return (
    <li>
      <IconDeviceDesktop size={20} stroke={1.6} aria-hidden="true" />
      <span>
        <b>{name}</b>
        <small>
          {device.isThis ? <em>{t("profile.devices.this")}</em> : null}
          {t("profile.devices.lastUsed")} <When at={device.lastUsedMs} format="list" />
        </small>
      </span>
      <Button variant="default" size="xs" onClick={onForget} aria-label={t("profile.devices.forgetOne", { name })}>
        {t("profile.devices.forget")}
      </Button>
    </li>
  );
}
