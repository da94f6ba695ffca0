import { createUser, getUser, updateUser, type User, UserBody, UserChange } from "@pulse/contract/users";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { countryOfLocale, mobileNumber } from "../account/mobileNumber.ts";
import { useServices } from "../services.tsx";
import { useMe } from "../session/person.api.ts";
import { FormSwitch } from "../form/ChoiceFields.tsx";
import { EntityForm } from "../form/EntityForm.tsx";
import { FormSection } from "../form/FormSection.tsx";
import { SaveBar } from "../form/SaveBar.tsx";
import { FormText } from "../form/TextFields.tsx";
import { useEntityForm } from "../form/useEntityForm.ts";
import { useAccessChanged } from "./access.api.ts";
import { FirstPassword } from "./FirstPassword.tsx";
import { RoleAndGroup } from "./RoleAndGroup.tsx";
import { SelfNote } from "./SelfNote.tsx";
import type { CustomerScope } from "./useCustomerScope.ts";
import { useOnCustomerChange } from "./useOnCustomerChange.ts";
import { useLetters } from "./useLetters.ts";

interface Props {
  /** Null: an invitation. */
  user: User | null;
  customerId: string | null;
  scope: CustomerScope;
}

const valuesOf = (user: User | null) => ({
  email: user?.email ?? "",
  givenName: user?.givenName ?? "",
  familyName: user?.familyName ?? "",
  phoneNumber: user?.phoneNumber ?? "",
  roleId: user?.roleId ?? null,
  userGroupId: user?.userGroupId ?? null,
  password: "",
  devToolEnabled: user?.devToolEnabled ?? false,
});
type Values = ReturnType<typeof valuesOf>;

/** A user's form: the person, role and group, and the temporary password of an invitation. */
export function UserForm({ user, customerId, scope }: Props) {
  const { t } = useTranslation();
  const { data: me } = useMe();
  const can = useLetters("user_management");
  const isNew = user === null;
  const form = useUserForm({ user, customerId, scope });
  useOnCustomerChange(customerId, () => {
    form.set("roleId", user?.roleId ?? null);
    form.set("userGroupId", user?.userGroupId ?? null);
  });
  const isSuperadmin = me?.isSuperadmin === true;
  return (
    <EntityForm form={form} isReadOnly={!isNew && !can.u}>
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

function useUserForm({ user, customerId, scope }: Props) {
  const { t } = useTranslation();
  const { api, snackbars, signOut } = useServices();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const changed = useAccessChanged();
  const { data: me } = useMe();
  const isNew = user === null;
  return useEntityForm({
    entity: user,
    toValues: valuesOf,
    rule: isNew ? UserBody : UserChange,
    toBody: (values: Values) => bodyOf(values, user, me?.isSuperadmin === true),
    save: async (body, version) =>
      user === null
        ? api.call(createUser, { query: { customerId }, body })
        : api.call(updateUser, { params: { id: user.id }, body: { ...body, version } }),
    ...(user === null ? {} : { reload: () => api.call(getUser, { params: { id: user.id } }) }),
    onSaved: (saved: User) => {
      const isSelf = saved.id === me?.id;
      if (isSelf && (saved.roleId !== user?.roleId || saved.userGroupId !== user?.userGroupId)) {
        signOut();
        snackbars.success(t("access.users.signedOut"));
        return;
      }
      queries.setQueryData([getUser.id, saved.id], saved);
      void changed();
      if (isSelf) void queries.invalidateQueries({ queryKey: ["me"] });
      snackbars.success(t(isNew ? "access.users.invited" : "access.saved", { email: saved.email }));
      if (isNew) void navigate(`/access/users${scope.search}`);
    },
  });
}

// A value that no rule accepts, for text that is not a mobile number.
const noNumber = "?";

function bodyOf(values: Values, user: User | null, isSuperadmin: boolean): Record<string, unknown> {
  const { email, password, devToolEnabled, phoneNumber, ...rest } = values;
  const typed = phoneNumber.trim();
  const number = typed === "" ? null : (mobileNumber(typed, countryOfLocale(navigator.language)) ?? noNumber);
  // A stored number that was not edited is kept as it is.
  const phone = typed === user?.phoneNumber ? typed : number;
  return {
    ...rest,
    phoneNumber: phone,
    ...(isSuperadmin ? { devToolEnabled } : {}),
    ...(user === null ? { email, ...(password === "" ? {} : { password }) } : {}),
  };
}
