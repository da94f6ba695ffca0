import { Menu, useMantineColorScheme } from "@mantine/core";
import { IconDownload, IconHelp, IconKey, IconLogout } from "@tabler/icons-react";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { useServices } from "../services/services.tsx";
import { helpAddress } from "../shell/helpPages.ts";
import { useMe } from "../shell/person.api.ts";
import { type Language, languages } from "../text/languages.ts";
import { useLanguage } from "../shell/useLanguage.ts";
import classes from "./UserMenu.module.css";
import { type OpenablePage, usePages } from "../shell/usePages.ts";

const schemes = ["auto", "light", "dark"] as const;

/** The person's menu: who it is, pages about people and customers, theme, language, sign-out. */
export function UserMenu() {
  const { t } = useTranslation();
  const { signOut, install } = useServices();
  const isInstallable = useSyncExternalStore(install.subscribe, install.isOpen);
  const { data: me } = useMe();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [language, setLanguage] = useLanguage();
  const { pathname } = useLocation();
  const pages = menuPages(usePages());
  if (me === undefined) return null;
  const name = `${me.givenName} ${me.familyName}`.trim() || me.email;
  return (
    <Menu position="bottom-end" width={248} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button
          type="button"
          className={classes["avatar"]}
          aria-label={t("user.menu", { name, initials: initials(name) })}
        >
          {initials(name)}
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes["menu"] ?? ""}>
        <div className={classes["who"]}>
          <b>{name}</b>
          <span>{me.email}</span>
        </div>
        <Menu.Divider />
        {pages.map(({ key, path, icon: Icon }) => (
          <Menu.Item
            key={key}
            component={Link}
            to={path}
            leftSection={<Icon size={16} stroke={1.75} aria-hidden="true" />}
          >
            {t(key)}
          </Menu.Item>
        ))}
        {pages.length === 0 ? null : <Menu.Divider />}
        <Menu.Label>{t("user.theme")}</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(scheme) => setColorScheme(scheme as typeof colorScheme)}>
          {schemes.map((scheme) => (
            <Menu.RadioItem key={scheme} value={scheme}>
              {t(`user.${scheme}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{t("frame.language")}</Menu.Label>
        <Menu.RadioGroup value={language} onChange={(code) => setLanguage(code as Language)}>
          {languages.map(({ code, name: own }) => (
            <Menu.RadioItem key={code} value={code} lang={code}>
              {own}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item
          component="a"
          href={helpAddress(pathname, language)}
          target="_blank"
          rel="noopener"
          leftSection={<IconHelp size={16} stroke={1.75} aria-hidden="true" />}
        >
          {t("frame.help")}
        </Menu.Item>
        {isInstallable ? (
          <Menu.Item leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />} onClick={install.take}>
            {t("frame.install")}
          </Menu.Item>
        ) : null}
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.75} aria-hidden="true" />} onClick={signOut}>
          {t("user.signOut")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Users, groups and roles are tabs of one page; the profile comes first. */
function menuPages(pages: readonly OpenablePage[]): OpenablePage[] {
  const isTab = ({ path }: OpenablePage): boolean => path.startsWith("/access/");
  // The wall display does not belong to the person: the map's menu and the search lead there.
  const others = pages.filter((page) => !isTab(page) && page.path !== "/wall");
  const tabs = pages.some(isTab) ? [{ key: "frame.pages.access", path: "/access", icon: IconKey }] : [];
  return [...others.filter(isProfile), ...tabs, ...others.filter((page) => !isProfile(page))];
}

function isProfile({ path }: OpenablePage): boolean {
  return path === "/profile";
}

function initials(name: string): string {
  const words = name.split(/[\s@.]+/).filter((word) => word !== "");
  return ((words[0]?.[0] ?? "") + (words[1]?.[0] ?? "")).toUpperCase();
}
