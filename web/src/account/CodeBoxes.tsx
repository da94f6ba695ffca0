import { PinInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./signIn/SignIn.module.css";
import { FormFailure } from "./FormFailure.tsx";

export const codeDigits = 6;

interface Props {
  /** The name by which a form finds the first box to focus it. */
  name: string;
  value: string;
  error: string | null;
  autoFocus?: boolean;
  onChange(value: string): void;
}

/** Six boxes for a code that was sent; pasting, and the phone's own offer of the code, fill all of them. */
export function CodeBoxes({ name, value, error, autoFocus = true, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <div className={classes["boxes"]}>
        <PinInput
          classNames={{ root: classes["code"] ?? "" }}
          length={codeDigits}
          type="number"
          inputMode="numeric"
          oneTimeCode
          autoFocus={autoFocus}
          placeholder=""
          value={value}
          onChange={onChange}
          error={error !== null}
          aria-label={t("account.code.group")}
          role="group"
          getInputProps={(index) => ({
            "aria-label": t("account.code.digit", { n: index + 1, count: codeDigits }),
            ...(index === 0 ? { "data-path": name } : {}),
          })}
        />
      </div>
      <FormFailure text={error} />
    </>
  );
}
