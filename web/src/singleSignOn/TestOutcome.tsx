import { ssoFailures, type SsoFailure } from "@pulse/contract/sso";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { predefinedName } from "../access/predefinedName.ts";
import classes from "./SingleSignOn.module.css";

/** What a trial came back with, handed over in the fragment; nothing if there was none. */
export function TestOutcome() {
  const { t } = useTranslation();
  const { hash } = useLocation();
  const [parts] = useState(() => new URLSearchParams(hash.replace(/^#/, "")));
  const test = parts.get("test");
  if (test === null) return null;
  const nameOf = (key: "role" | "group"): string => {
    const name = parts.get(key) ?? "";
    return name === "" ? t(key === "role" ? "sso.noRole" : "sso.noGroup") : predefinedName(name);
  };
  if (test === "ok")
    return (
      <p className={classes["outcome"]} role="status">
        {t("sso.testOk", { email: parts.get("email") ?? "", role: nameOf("role"), group: nameOf("group") })}
      </p>
    );
  const failure = Object.hasOwn(ssoFailures, test) ? (test as SsoFailure) : "other";
  return (
    <p className={classes["outcome"]} role="alert" data-failed>
      {t("sso.testFailed")} {t(`sso.failure.${failure}`)}
    </p>
  );
}
