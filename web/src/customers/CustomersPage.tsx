import { customerSortFields } from "@pulse/contract/customers";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { EntityList } from "../entity/EntityList.tsx";
import { customerColumns } from "./customerColumns.tsx";
import { customers } from "./customers.ts";

/** `/customers`: every customer of the installation, for superadmins. */
export default function CustomersPage() {
  const { t } = useTranslation();
  const columns = useMemo(() => customerColumns(t), [t]);
  return <EntityList noun={customers} columns={columns} sortFields={customerSortFields} sort="name" isPlain />;
}
