import type { Operation } from "@pulse/contract/access";
import { useTranslation } from "react-i18next";
import { cellsOf } from "../access/rightsCells.ts";
import { RightsMatrix } from "../access/RightsMatrix.tsx";
import type { Grantable } from "../access/useGrantable.ts";
import { useField } from "../form/FormContext.ts";
import { FormSection } from "../form/FormSection.tsx";

/** The permissions that a customer's roles can have: areas down, letters across. */
export function AvailableOperations({ operations }: { operations: readonly Operation[] }) {
  const { t } = useTranslation();
  const label = t("customers.availableOperations");
  const count = (value: unknown): string =>
    t("access.rights.count", { count: (value as string[]).length, all: operations.length });
  const field = useField("config.availableOperations", { label, show: count });
  const grantedIds = field.value as string[];
  const cells = cellsOf(allGrantable(operations), grantedIds);
  return (
    <FormSection title={label} hint={count(grantedIds)}>
      <RightsMatrix
        cells={cells}
        grantedIds={grantedIds}
        isReadOnly={field.isReadOnly}
        // In a fixed order, so that undoing a change by hand leaves the form unchanged.
        onChange={(ids) => field.set(operations.map(({ id }) => id).filter((id) => ids.includes(id)))}
      />
    </FormSection>
  );
}

/** Superadmins may grant a customer everything. */
function allGrantable(operations: readonly Operation[]): Grantable {
  return { operations, blockedBy: () => null, grantableIds: (grantedIds) => grantedIds.map(({ id }) => id) };
}
