import { Button } from "@mantine/core";
import { type FormEvent, lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useAccountRoute } from "../accountRoute.ts";
import { FormFailure } from "../FormFailure.tsx";
import { PasswordField, TextField } from "../TextField.tsx";
import { useServices } from "../../services/services.tsx";
import { canUsePasskeys } from "../../session/passkeySupport.ts";
import { loadPageTexts } from "../../text/language.ts";
import { useTitle } from "../../shell/useTitle.ts";
import classes from "./SignIn.module.css";

interface Props {
  email: string;
  failure: string | null;
  onSubmit(credentials: { email: string; password: string }): Promise<void>;
  /** Rejects with the browser's or the provider's error. */
  onPasskey(email: string): Promise<void>;
}

// Loaded once the page is there: most people begin with the password.
const PasskeyButton = lazy(async () => {
  const [{ PasskeyButton: Component }] = await Promise.all([import("./PasskeyButton.tsx"), loadPageTexts()]);
  return { default: Component };
});

/** E-mail and password. What was typed stays when the sign-in fails. */
export function PasswordStep({ email, failure, onSubmit, onPasskey }: Props) {
  const { t } = useTranslation();
  const { config } = useServices();
  const title = t("signIn.title");
  useTitle(title);
  const route = useAccountRoute();
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  // A refusal concerns the text that was sent, so it disappears once that is edited.
  const [isEdited, setEdited] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const credentials = read(form);
    const next = errorsOf(credentials);
    setErrors(next);
    const first = Object.keys(next)[0];
    if (first !== undefined) return event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    setBusy(true);
    setEdited(false);
    await onSubmit(credentials);
    setBusy(false);
  };

  /** Errors on display are checked again while typing; a field without one waits for the submit. */
  const edit = (event: FormEvent<HTMLFormElement>): void => {
    setEdited(true);
    const next = errorsOf(read(new FormData(event.currentTarget)));
    setErrors((displayed) => Object.fromEntries(Object.entries(next).filter(([name]) => name in displayed)));
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
        error={errors.email && t(errors.email)}
      />
      <div className={classes["withLink"]}>
        <PasswordField
          label={t("signIn.password")}
          name="password"
          autoComplete="current-password"
          error={errors.password && t(errors.password)}
        />
        <Link className={classes["link"]} to={route.to("/forgot-password")}>
          {t("account.forgot")}
        </Link>
      </div>
      <FormFailure text={isEdited ? null : failure} />
      <Button className={classes["submit"] ?? ""} type="submit" loading={isBusy}>
        {t("signIn.submit")}
      </Button>
      {config.identity.secondFactors.includes("passkey") && canUsePasskeys() ? (
        <Suspense fallback={null}>
          <PasskeyButton onSignIn={onPasskey} />
        </Suspense>
      ) : null}
      <p className={classes["again"]}>
        {t("account.newHere")}{" "}
        <Link className={classes["link"]} to={route.to("/signup")}>
          {t("account.create")}
        </Link>
      </p>
      <p className={classes["other"]}>
        <Link className={classes["link"]} to={route.to("/signin/company")}>
          {t("signIn.company")}
        </Link>
      </p>
    </form>
  );
}

interface Credentials {
  email: string;
  password: string;
}

const read = (form: FormData): Credentials => ({
  email: readText(form, "email").trim(),
  password: readText(form, "password"),
});

/** The keys of the errors, by field. */
interface Errors {
  email?: "errors.email_required" | "signIn.invalidEmail";
  password?: "errors.password_required";
}

function errorsOf({ email, password }: Credentials): Errors {
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
