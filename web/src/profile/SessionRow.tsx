import { Button } from "@mantine/core";
import type { OwnSession } from "@pulse/contract/ownSessions";
import { IconDeviceDesktop, IconDeviceMobile } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { browserText } from "../text/browserText.ts";
import { When } from "../time/When.tsx";
import classes from "./Profile.module.css";

/** One session: its browser in words, when it was used and from where, and the button that ends it. */
export function SessionRow({ session, onEnd }: { session: OwnSession; onEnd(): void }) {
  const { t } = useTranslation();
  const name = browserText(session.userAgent) || t("profile.sessions.unnamed");
  const Icon = /\b(?:Android|iPhone|Mobile)\b/.test(session.userAgent) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li>
      <Icon size={20} stroke={1.6} aria-hidden="true" />
      <span>
        <b>{name}</b>
        <small>
          {session.isCurrent ? <em>{t("profile.sessions.this")}</em> : null}
          {t("profile.sessions.lastUsed")} <When at={session.lastUsedAt} format="sentence" />
        </small>
        <small>
          {t("profile.sessions.started")} <When at={session.startedAt} format="sentence" />
          {session.signedInWithSso ? ` · ${t("profile.sessions.company")}` : null}
        </small>
        {session.ip === "" ? null : <small className={classes["address"]}>{session.ip}</small>}
      </span>
      {session.isCurrent ? null : (
        <Button variant="default" size="xs" onClick={onEnd} aria-label={t("profile.sessions.endOne", { name })}>
          {t("profile.sessions.end")}
        </Button>
      )}
    </li>
  );
}
