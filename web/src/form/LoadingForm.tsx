import { Skeleton } from "@mantine/core";
import { FormPage } from "./FormPage.tsx";
import classes from "./LoadingForm.module.css";

type Crumbs = readonly { to: string; label: string }[];

/** Shown while a thing loads: a skeleton of its sections, after a short delay. */
export function LoadingForm({ crumbs }: { crumbs: Crumbs }) {
  return (
    <FormPage title={"\u00A0"} crumbs={crumbs}>
      {[5, 4].map((count) => (
        <div key={count} className={classes["section"]} aria-hidden="true">
          {Array.from({ length: count }, (_, index) => (
            <div key={index}>
              <Skeleton height={12} width={96} />
              <Skeleton height={32} />
            </div>
          ))}
        </div>
      ))}
    </FormPage>
  );
}
