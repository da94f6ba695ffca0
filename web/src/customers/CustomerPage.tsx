import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { ApiError } from "../api/apiError.ts";
import { StopPage } from "../shell/StopPage.tsx";
import { LoadingForm } from "../form/LoadingForm.tsx";
import { NotLoadedForm } from "../form/NotLoadedForm.tsx";
import { CustomerForm } from "./CustomerForm.tsx";
import { useCustomer, useOffer } from "./customers.api.ts";

/** `/customers/new` and `/customers/:id`: one customer, for superadmins. */
export default function CustomerPage() {
  const { t } = useTranslation();
  const { id } = useParams();
  const customer = useCustomer(id === "new" ? undefined : id);
  const offer = useOffer();
  const isNew = id === undefined || id === "new";
  const crumbs = [{ to: "/customers", label: t("customers.title") }];
  if (customer.error instanceof ApiError && customer.error.status === 404) return <StopPage code="PageNotFound" />;
  const failed = [customer, offer].find(({ data, error }) => data === undefined && error !== null);
  if (failed !== undefined)
    return (
      <NotLoadedForm
        crumbs={crumbs}
        title={t("customers.oneFailed")}
        onRetry={() => void failed.refetch()}
        error={failed.error}
      />
    );
  if (offer.data === undefined || (!isNew && customer.data === undefined)) return <LoadingForm crumbs={crumbs} />;
  // A form of its own for each customer, and for a new one.
  return <CustomerForm key={id ?? "new"} customer={customer.data ?? null} offer={offer.data} />;
}
