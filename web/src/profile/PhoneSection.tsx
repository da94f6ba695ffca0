import { Button } from "@mantine/core";
import type { UserInfo } from "@pulse/contract/users";
import { IconCircleCheckFilled } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FormSection } from "../form/FormSection.tsx";
import { PhoneDialog } from "./PhoneDialog.tsx";
import classes from "./Profile.module.css";
import { ReadOnlyField } from "./ReadOnlyField.tsx";

/**
 * The phone number, and that sign-ins take a code sent to it: there is no way to turn that off (decisions C33). Nothing
 * where texts are not sent and there is no number.
 */
export function PhoneSection({ me }: { me: UserInfo }) {
  if (me.phoneNumber === null && !me.secondFactors.includes("sms")) return null;
  return <Phone me={me} />;
}

function Phone({ me }: { me: UserInfo }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  // Another second factor may be on without a number to text to.
  const hasCodes = me.mfaEnabled && me.phoneNumberVerified && me.secondFactors.includes("sms");
  const close = (): void => {
    setOpen(false);
    opener.current?.focus();
  };
  return (
    <FormSection
      title={t("profile.phone.title")}
      actions={
        <Button ref={opener} variant="default" onClick={() => setOpen(true)}>
          {t(me.phoneNumber === null ? "profile.phone.add" : "profile.phone.change")}
        </Button>
      }
    >
      <ReadOnlyField
        label={t("profile.phone.number")}
        value={
          <span className={classes["phone"]}>
            {me.phoneNumber ?? t("form.none")}
            {me.phoneNumberVerified ? (
              <span className={classes["good"]}>
                <IconCircleCheckFilled size={15} aria-hidden="true" />
                {t("profile.phone.verified")}
              </span>
            ) : null}
          </span>
        }
      />
      <ReadOnlyField
        label={t("profile.phone.mfa")}
        value={t(hasCodes ? "form.on" : "form.off")}
        {...(hasCodes ? { hint: t("profile.phone.mfaHint") } : {})}
      />
      {isOpen ? <PhoneDialog onClose={close} /> : null}
    </FormSection>
  );
}
