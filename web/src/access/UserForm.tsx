import { type User, UserBody, UserChange } from "@pulse/contract/users";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { countryOfLocale, mobileNumber } from "../account/mobileNumber.ts";
import type { Scope } from "../entity/Scope.ts";
import { useNounForm } from "../entity/useNounForm.ts";
import { useOnCustomerChange } from "../entity/useOnCustomerChange.ts";
import { useServices } from "../services/services.tsx";
import { useMe } from "../shell/person.api.ts";
import { FormSelect, FormSwitch } from "../form/ChoiceFields.tsx";
import { EntityForm } from "../form/EntityForm.tsx";
import { FormSection } from "../form/FormSection.tsx";
import { SaveBar } from "../form/SaveBar.tsx";
import { FormText } from "../form/TextFields.tsx";
import { languageOf } from "../text/language.ts";
import { languages } from "../text/languages.ts";
import { FirstPassword } from "./FirstPassword.tsx";
import { RoleAndGroup } from "./RoleAndGroup.tsx";
import { SelfNote } from "./SelfNote.tsx";
import { users } from "./users.ts";

interface Props {
  /** Null: an invitation. */
  user: User | null;
  scope: Scope;
}

const valuesOf = (user: User | null, inviterLocale = "en") => ({
  email: user?.email ?? "",
  givenName: user?.givenName ?? "",
  familyName: user?.familyName ?? "",
  phoneNumber: user?.phoneNumber ?? "",
  roleId: user?.roleId ?? null,
  userGroupId: user?.userGroupId ?? null,
  password: "",
  /** Of an invitation; people choose their own later. */
  locale: inviterLocale,
  devToolEnabled: user?.devToolEnabled ?? false,
});
type Values = ReturnType<typeof valuesOf>;

/** A user's form: the person, role and group, and the temporary password of an invitation. */
export function UserForm({ user, scope }: Props) {
  const { t } = useTranslation();
  const { data: me } = useMe();
  const isNew = user === null;
  const form = useUserForm({ user, scope });
  const customerId = user === null ? scope.customerId : user.customerId;
  useOnCustomerChange(customerId, () => {
    form.set("roleId", user?.roleId ?? null);
    form.set("userGroupId", user?.userGroupId ?? null);
  });
  const isSuperadmin = me?.isSuperadmin === true;
  return (
    <EntityForm form={form} isReadOnly={form.isReadOnly}>
      {user !== null && user.id === me?.id ? <SelfNote /> : null}
      <FormSection title={t("access.users.person")}>
        {isNew ? (
          <FormText
            path="email"
            label={t("access.users.email")}
            hint={t("access.users.emailHint")}
            type="email"
            autoComplete="off"
            isWide
            required
          />
        ) : null}
        {isNew ? (
          <FormSelect
            path="locale"
            label={t("access.users.language")}
            hint={t("access.users.languageHint")}
            options={languages.map(({ code, name }) => ({ value: code, label: name }))}
            isWide
          />
        ) : null}
        <FormText path="givenName" label={t("access.users.givenName")} autoComplete="off" required />
        <FormText path="familyName" label={t("access.users.familyName")} autoComplete="off" required />
        <FormText
          path="phoneNumber"
          label={t("access.users.phone")}
          hint={t("access.users.phoneHint")}
          type="tel"
          inputMode="tel"
          autoComplete="off"
        />
        {isSuperadmin ? (
          <FormSwitch path="devToolEnabled" label={t("access.users.devTools")} hint={t("access.users.devToolsHint")} />
        ) : null}
      </FormSection>
      <FormSection title={t("access.title")} {...(isNew ? {} : { foot: <SaveBar /> })}>
        <RoleAndGroup user={user} customerId={customerId} />
      </FormSection>
      {isNew ? (
        <FormSection title={t("access.users.firstPassword")} foot={<SaveBar save={t("access.users.sendInvitation")} />}>
          <FirstPassword />
        </FormSection>
      ) : null}
    </EntityForm>
  );
}

function useUserForm({ user, scope }: Props) {
  const { t, i18n } = useTranslation();
  const { snackbars, signOut } = useServices();
  const queries = useQueryClient();
  const { data: me } = useMe();
  const isNew = user === null;
  return useNounForm({
    noun: users,
    entity: user,
    scope,
    toValues: (stored) => valuesOf(stored, languageOf(me?.locale) ?? languageOf(i18n.language) ?? "en"),
    rule: isNew ? UserBody : UserChange,
    toBody: (values: Values) => bodyOf(values, user, me?.isSuperadmin === true),
    successText: ({ email }) => t(isNew ? "access.users.invited" : "entity.saved", { email }),
    onSaved: ({ id, roleId, userGroupId }) => {
      if (id !== me?.id) return undefined;
      if (roleId !== user?.roleId || userGroupId !== user?.userGroupId) {
        signOut();
        snackbars.success(t("access.users.signedOut"));
        return "done";
      }
      void queries.invalidateQueries({ queryKey: ["me"] });
      return undefined;
    },
  });
}

// A value that no rule accepts, for text that is not a mobile number.
const noNumber = "?";

function bodyOf(values: Values, user: User | null, isSuperadmin: boolean): Record<string, unknown> {
  const { email, password, locale, devToolEnabled, phoneNumber, ...others } = values;
  const typed = phoneNumber.trim();
  const number = typed === "" ? null : (mobileNumber(typed, countryOfLocale(navigator.language)) ?? noNumber);
  // A stored number that was not edited is kept as it is.
  const phone = typed === user?.phoneNumber ? typed : number;
  return {
    ...others,
    phoneNumber: phone,
    ...(isSuperadmin ? { devToolEnabled } : {}),
    ...(user === null ? { email, locale, ...(password === "" ? {} : { password }) } : {}),
  };
}
