import { useTranslation } from "react-i18next";
import { useTitle } from "../shell/useTitle.ts";
import { useMe } from "../shell/person.api.ts";
import { FormPage } from "../form/FormPage.tsx";
import { LoadingForm } from "../form/LoadingForm.tsx";
import { FactorsSection } from "../factors/FactorsSection.tsx";
import { CompanySection } from "./CompanySection.tsx";
import { DevicesSection } from "./DevicesSection.tsx";
import { KeysSection } from "./KeysSection.tsx";
import { LookSection } from "./LookSection.tsx";
import { NameSection } from "./NameSection.tsx";
import { PasswordSection } from "./PasswordSection.tsx";
import { PhoneSection } from "./PhoneSection.tsx";
import { SessionsSection } from "./SessionsSection.tsx";

/** `/profile`: what people change of themselves, and where they are signed in. */
export default function ProfilePage() {
  const { t } = useTranslation();
  const { data: me } = useMe();
  useTitle(t("profile.title"));
  if (me === undefined) return <LoadingForm crumbs={[]} />;
  return (
    <FormPage
      title={t("profile.title")}
      facts={<span>{me.email}</span>}
      aside={
        <>
          <LookSection />
          <KeysSection />
          <SessionsSection />
          <DevicesSection isCompanySignIn={me.signedInWithSso} />
        </>
      }
    >
      <NameSection me={me} />
      <PhoneSection me={me} />
      {me.signedInWithSso ? (
        <CompanySection />
      ) : (
        <>
          <PasswordSection me={me} />
          <FactorsSection me={me} />
        </>
      )}
    </FormPage>
  );
}
