import { NewPassword } from "@pulse/contract/names";
import type { UserInfo } from "@pulse/contract/users";
import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { PasswordRules } from "../account/PasswordRules.tsx";
import { judgedFault } from "../account/usePasswordJudge.ts";
import { useServices } from "../services/services.tsx";
import { EntityForm } from "../form/EntityForm.tsx";
import { FormSection } from "../form/FormSection.tsx";
import { SaveBar } from "../form/SaveBar.tsx";
import { FormPassword } from "../form/TextFields.tsx";
import { useEntityForm } from "../form/useEntityForm.ts";
import { passwordRefusal } from "./passwordRefusal.ts";
import classes from "./Profile.module.css";

const ruleFor = (personal: readonly string[]) =>
  z
    .object({ old: z.string().min(1), password: NewPassword, repeat: z.string() })
    .refine(({ password }) => judgedFault(password, personal) === null, {
      path: ["password"],
      params: { code: "password_requirement_not_met" },
    })
    .refine(({ password, repeat }) => password === repeat, { path: ["repeat"], params: { code: "password_mismatch" } });
const empty = { old: "", password: "", repeat: "" };

/** A change of password: the old one, the new one with its rules, and the new one again. */
export function PasswordSection({ me }: { me: UserInfo }) {
  const { t } = useTranslation();
  const { identity, snackbars } = useServices();
  const queries = useQueryClient();
  const rulesId = useId();
  const { email, givenName, familyName } = me;
  const personal = [email, givenName, familyName];
  const form = useEntityForm({
    entity: null,
    toValues: () => empty,
    rule: ruleFor(personal),
    save: async ({ old, password }) => {
      try {
        await (await identity()).changePassword(old, password);
      } catch (error) {
        throw passwordRefusal(error);
      }
      return null;
    },
    onSaved: () => {
      snackbars.success(t("profile.password.changed"));
      void queries.invalidateQueries({ queryKey: ["sessions"] });
    },
  });
  return (
    <EntityForm form={form}>
      <FormSection
        title={t("profile.password.title")}
        hint={t("profile.password.hint")}
        foot={<SaveBar save={t("profile.password.submit")} needsChange />}
      >
        {/* Tells password managers whose password this is. */}
        <input type="hidden" name="username" autoComplete="username" value={me.email} />
        <FormPassword path="old" label={t("profile.password.old")} autoComplete="current-password" />
        <div className={classes["filler"]} />
        <div>
          <FormPassword
            path="password"
            label={t("account.newPassword")}
            autoComplete="new-password"
            describedBy={rulesId}
          />
          <div className={classes["rules"]}>
            <PasswordRules id={rulesId} password={form.values.password} personal={personal} />
          </div>
        </div>
        <FormPassword path="repeat" label={t("profile.password.repeat")} autoComplete="new-password" />
      </FormSection>
    </EntityForm>
  );
}
