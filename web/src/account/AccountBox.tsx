import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import type { FormEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, type To } from "react-router";
import { SignInFrame } from "./signIn/SignInFrame.tsx";
import classes from "./signIn/SignIn.module.css";
import { useTitle } from "../shell/useTitle.ts";

interface Props {
  title: string;
  lead: ReactNode;
  submit: string;
  isBusy: boolean;
  /** Where "Back to sign in" leads; without it there is no such link. */
  back?: To;
  /** Below the button. */
  foot?: ReactNode;
  children: ReactNode;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
}

/** One form of an account beside the brand's plate. */
export function AccountPage({ back, ...box }: Props) {
  return (
    <SignInFrame>
      <AccountBox {...box} {...(back === undefined ? {} : { back })} />
    </SignInFrame>
  );
}

/** The form alone, for a step within the sign-in. */
export function AccountBox({ title, lead, submit, isBusy, back, foot, children, onSubmit }: Props) {
  const { t } = useTranslation();
  useTitle(title);
  return (
    <form className={classes["box"]} noValidate onSubmit={onSubmit}>
      {back === undefined ? null : (
        <Link className={classes["back"]} to={back}>
          <IconArrowLeft size={16} stroke={1.75} aria-hidden="true" />
          {t("account.toSignIn")}
        </Link>
      )}
      <h1>{title}</h1>
      <p className={classes["lead"]}>{lead}</p>
      {children}
      <Button className={classes["submit"] ?? ""} type="submit" loading={isBusy}>
        {submit}
      </Button>
      {foot}
    </form>
  );
}
