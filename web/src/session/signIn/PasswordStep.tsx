import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useAccountWay } from "../../account/accountAddress.ts";
import { FormFailure } from "../../account/FormFailure.tsx";
import { PasswordField, TextField } from "../../account/TextField.tsx";
import { useTitle } from "../../shell/useTitle.ts";
import classes from "./SignIn.module.css";

interface Props {
  email: string;
  failure: string | null;
  onSubmit(given: { email: string; password: string }): Promise<void>;
}

/** E-mail and password. What was typed stays when the sign-in fails. */
export function PasswordStep({ email, failure, onSubmit }: Props) {
  const { t } = useTranslation();
  const title = t("signIn.title");
  useTitle(title);
  const way = useAccountWay();
  const [isBusy, setBusy] = useState(false);
  const [missing, setMissing] = useState<{ email?: string; password?: string }>({});

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = { email: readText(form, "email").trim(), password: readText(form, "password") };
    const faults = {
      ...(given.email === ""
        ? { email: t("errors.email_required") }
        : /^[^\s@]+@[^\s@]+$/.test(given.email)
          ? {}
          : { email: t("signIn.invalidEmail") }),
      ...(given.password === "" ? { password: t("errors.password_required") } : {}),
    };
    setMissing(faults);
    const first = Object.keys(faults)[0];
    if (first !== undefined) return event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    setBusy(true);
    await onSubmit(given);
    setBusy(false);
  };

  return (
    <form className={classes["box"]} noValidate onSubmit={(event) => void submit(event)}>
      <h1>{title}</h1>
      <p className={classes["lead"]}>{t("signIn.hint")}</p>
      <TextField
        label={t("signIn.email")}
        name="email"
        type="email"
        autoComplete="username"
        autoFocus
        defaultValue={email}
        error={missing.email}
      />
      <div className={classes["withLink"]}>
        <PasswordField
          label={t("signIn.password")}
          name="password"
          autoComplete="current-password"
          error={missing.password}
        />
        <Link className={classes["link"]} to={way.to("/forgot-password")}>
          {t("account.forgot")}
        </Link>
      </div>
      <FormFailure text={failure} />
      <Button className={classes["submit"] ?? ""} type="submit" loading={isBusy}>
        {t("signIn.submit")}
      </Button>
      <p className={classes["again"]}>
        {t("account.newHere")}{" "}
        <Link className={classes["link"]} to={way.to("/signup")}>
          {t("account.create")}
        </Link>
      </p>
    </form>
  );
}

function readText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
