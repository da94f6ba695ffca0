import type { Operation } from "@pulse/contract/access";
import { useTranslation } from "react-i18next";
import { cellsOf } from "../access/rightsCells.ts";
import { RightsMatrix } from "../access/RightsMatrix.tsx";
import type { Giveable } from "../access/useGiveable.ts";
import { useField } from "../form/FormContext.ts";
import { FormSection } from "../form/FormSection.tsx";

/** What a customer's people can be allowed at all: areas down, letters across. */
export function AvailableOperations({ operations }: { operations: readonly Operation[] }) {
  const { t } = useTranslation();
  const label = t("customers.availableOperations");
  const count = (value: unknown): string =>
    t("access.rights.count", { count: (value as string[]).length, all: operations.length });
  const field = useField("config.availableOperations", { label, show: count });
  const given = field.value as string[];
  const cells = cellsOf(withoutHindrance(operations), given);
  return (
    <FormSection title={label} hint={count(given)}>
      <RightsMatrix
        cells={cells}
        given={given}
        isReadOnly={field.isReadOnly}
        // In one order, so that what was taken back is unchanged again.
        onChange={(ids) => field.set(operations.map(({ id }) => id).filter((id) => ids.includes(id)))}
      />
    </FormSection>
  );
}

/** A customer may be given everything. */
function withoutHindrance(operations: readonly Operation[]): Giveable {
  return { operations, hindranceOf: () => null, idsOf: (given) => given.map(({ id }) => id) };
}
