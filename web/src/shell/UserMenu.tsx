import { Menu, useMantineColorScheme } from "@mantine/core";
import { IconLogout } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useServices } from "../services.tsx";
import { useMe } from "../sites/sites.api.ts";
import classes from "./UserMenu.module.css";

const schemes = ["auto", "light", "dark"] as const;

/** The person: who it is, the theme, sign-out. */
export function UserMenu() {
  const { t } = useTranslation();
  const { signOut } = useServices();
  const { data: me } = useMe();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  if (me === undefined) return null;
  const name = `${me.givenName} ${me.familyName}`.trim() || me.email;
  return (
    <Menu position="bottom-end" width={224} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button
          type="button"
          className={classes["avatar"]}
          aria-label={t("user.menu", { name, initials: initials(name) })}
        >
          {initials(name)}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes["who"]}>
          <b>{name}</b>
          <span>{me.email}</span>
        </div>
        <Menu.Divider />
        <Menu.Label>{t("user.theme")}</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(scheme) => setColorScheme(scheme as typeof colorScheme)}>
          {schemes.map((scheme) => (
            <Menu.RadioItem key={scheme} value={scheme}>
              {t(`user.${scheme}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
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
