import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useAccountWay } from "../accountAddress.ts";
import { FormFailure } from "../FormFailure.tsx";
import { PasswordField, TextField } from "../TextField.tsx";
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
  const [faults, setFaults] = useState<Faults>({});
  // A refusal concerns the text that was sent, so it disappears once that is edited.
  const [isEdited, setEdited] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = read(form);
    const found = faultsOf(given);
    setFaults(found);
    const first = Object.keys(found)[0];
    if (first !== undefined) return event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    setBusy(true);
    setEdited(false);
    await onSubmit(given);
    setBusy(false);
  };

  /** Errors on display are checked again while typing; a field without one waits for the submit. */
  const edit = (event: FormEvent<HTMLFormElement>): void => {
    setEdited(true);
    const found = faultsOf(read(new FormData(event.currentTarget)));
    setFaults((shown) => Object.fromEntries(Object.entries(found).filter(([name]) => name in shown)));
  };

  return (
    <form className={classes["box"]} noValidate onSubmit={(event) => void submit(event)} onChange={edit}>
      <h1>{title}</h1>
      <p className={classes["lead"]}>{t("signIn.hint")}</p>
      <TextField
        label={t("signIn.email")}
        name="email"
        type="email"
        autoComplete="username"
        autoFocus
        defaultValue={email}
        error={faults.email && t(faults.email)}
      />
      <div className={classes["withLink"]}>
        <PasswordField
          label={t("signIn.password")}
          name="password"
          autoComplete="current-password"
          error={faults.password && t(faults.password)}
        />
        <Link className={classes["link"]} to={way.to("/forgot-password")}>
          {t("account.forgot")}
        </Link>
      </div>
      <FormFailure text={isEdited ? null : failure} />
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

interface Given {
  email: string;
  password: string;
}

const read = (form: FormData): Given => ({
  email: readText(form, "email").trim(),
  password: readText(form, "password"),
});

/** The keys of the errors, by field. */
interface Faults {
  email?: "errors.email_required" | "signIn.invalidEmail";
  password?: "errors.password_required";
}

function faultsOf({ email, password }: Given): Faults {
  const isEmail = /^[^\s@]+@[^\s@]+$/.test(email);
  return {
    ...(email === "" ? { email: "errors.email_required" } : isEmail ? {} : { email: "signIn.invalidEmail" }),
    ...(password === "" ? { password: "errors.password_required" } : {}),
  };
}

function readText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
