import { Menu, SegmentedControl, useMantineColorScheme } from "@mantine/core";
import { IconLogout } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useServices } from "../services.tsx";
import { useMe } from "../sites/sites.api.ts";
import classes from "./UserMenu.module.css";

/** The person: who it is, the theme, sign-out. */
export function UserMenu() {
  const { t } = useTranslation();
  const { signOut } = useServices();
  const { data: me } = useMe();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  if (me === undefined) return null;
  const name = `${me.givenName} ${me.familyName}`.trim() || me.email;
  return (
    <Menu position="bottom-end" width={264} trapFocus>
      <Menu.Target>
        <button type="button" className={classes["avatar"]} aria-label={t("user.menu", { name })}>
          {initials(name)}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes["who"]}>
          <b>{name}</b>
          <span>{me.email}</span>
        </div>
        <Menu.Divider />
        <div className={classes["theme"]}>
          <span id="theme-label">{t("user.theme")}</span>
          <SegmentedControl
            size="xs"
            fullWidth
            aria-labelledby="theme-label"
            value={colorScheme}
            onChange={(value) => setColorScheme(value)}
            data={[
              { value: "auto", label: t("user.system") },
              { value: "light", label: t("user.light") },
              { value: "dark", label: t("user.dark") },
            ]}
          />
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.75} aria-hidden="true" />} onClick={signOut}>
          {t("user.signOut")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function initials(name: string): string {
  const words = name.split(/[\s@.]+/).filter((word) => word !== "");
  return ((words[0]?.[0] ?? "") + (words[1]?.[0] ?? "")).toUpperCase();
}
