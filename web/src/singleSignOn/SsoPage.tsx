import { useTranslation } from "react-i18next";
import { useAccessFamily } from "../access/accessFamily.tsx";
import { errorText } from "../api/errorText.ts";
import { CustomerChip } from "../entity/CustomerChip.tsx";
import { useCustomerScope } from "../entity/useCustomerScope.ts";
import { useLetters } from "../entity/useLetters.ts";
import { LeaveGuard } from "../form/LeaveGuard.tsx";
import { useTitle } from "../shell/useTitle.ts";
import { ListPage } from "../table/ListPage.tsx";
import { FailedMessage } from "../ui/FailedMessage.tsx";
import { SsoForm } from "./SsoForm.tsx";
import classes from "./SingleSignOn.module.css";
import { useSso } from "./sso.api.ts";
import { TestOutcome } from "./TestOutcome.tsx";

/** `/access/sso`: how people of a customer sign in with their company's account. */
export default function SsoPage({ leave = goTo }: { leave?: (address: string) => void }) {
  const { t } = useTranslation();
  useTitle(t("sso.title"));
  const scope = useCustomerScope();
  const family = useAccessFamily();
  const can = useLetters("role_management");
  const { data: settings, error, refetch } = useSso(scope.customerId, can.u);
  const { customerId } = scope;
  return (
    <ListPage title={family.title} tabs={family.tabs(scope)} note={t("sso.note")}>
      {scope.choice === null ? null : (
        <div className={classes["filters"]}>
          <CustomerChip scope={scope} />
        </div>
      )}
      {settings === undefined && error !== null ? (
        <FailedMessage title={t("sso.failed")} text={errorText(error)} retry={() => void refetch()} />
      ) : settings === undefined || customerId === null ? null : (
        <div className={classes["scroll"]}>
          <div className={classes["page"]}>
            <TestOutcome />
            <LeaveGuard>
              <SsoForm
                key={`${customerId} ${settings === null}`}
                settings={settings}
                customerId={customerId}
                leave={leave}
              />
            </LeaveGuard>
          </div>
        </div>
      )}
    </ListPage>
  );
}

/** The provider's pages are outside of the app. */
const goTo = (address: string): void => window.location.assign(address);
