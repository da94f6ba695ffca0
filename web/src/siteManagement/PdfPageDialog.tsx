import { Button, Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { dialogClasses } from "../form/dialogClasses.ts";
import { BlobImage } from "./BlobImage.tsx";
import classes from "./Plan.module.css";
import type { PlanChoice } from "./usePlanChoice.ts";

/** This many pages have a picture to choose by; later ones are chosen by number. */
const maxThumbs = 24;

/** Asks which page of a PDF is the plan. */
export function PdfPageDialog({ pdf, isBusy }: { pdf: NonNullable<PlanChoice["pdf"]>; isBusy: boolean }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<readonly number[]>([1]);
  const toggle = (page: number): void => {
    if (!pdf.isSeveral) return setChosen([page]);
    setChosen(
      chosen.includes(page) ? chosen.filter((each) => each !== page) : [...chosen, page].toSorted((a, b) => a - b),
    );
  };
  const all = Array.from({ length: pdf.pages.count }, (_, index) => index + 1);
  const numbers = Array.from({ length: Math.min(pdf.pages.count, maxThumbs) }, (_, index) => index + 1);
  return (
    <Modal
      opened
      onClose={pdf.close}
      title={t("sites.plan.pdf.title", { name: pdf.name })}
      centered
      size={640}
      radius="xl"
      withCloseButton={false}
      classNames={dialogClasses}
    >
      <div
        className={classes["pages"]}
        role={pdf.isSeveral ? "group" : "radiogroup"}
        aria-label={t("sites.plan.pdf.pages")}
      >
        {numbers.map((page) => (
          <button
            key={page}
            type="button"
            role={pdf.isSeveral ? "checkbox" : "radio"}
            className={classes["page"]}
            aria-checked={chosen.includes(page)}
            aria-label={t("sites.plan.pdf.page", { page })}
            data-autofocus={page === 1 || undefined}
            onClick={() => toggle(page)}
            onDoubleClick={() => pdf.choose([page])}
          >
            <Thumb pdf={pdf} page={page} />
            <span>{page}</span>
          </button>
        ))}
      </div>
      {pdf.pages.count > maxThumbs ? (
        <p>{t("sites.plan.pdf.tooMany", { count: pdf.pages.count, shown: maxThumbs })}</p>
      ) : null}
      <div className={classes["dialogActions"]}>
        <Button variant="default" onClick={pdf.close}>
          {t("form.cancel")}
        </Button>
        {pdf.isSeveral ? (
          <Button variant="default" loading={isBusy} onClick={() => pdf.choose(all)}>
            {t("sites.plan.pdf.takeAll", { count: all.length })}
          </Button>
        ) : null}
        <Button loading={isBusy} disabled={chosen.length === 0} onClick={() => pdf.choose(chosen)}>
          {chosen.length === 1
            ? t("sites.plan.pdf.take", { page: chosen[0] })
            : t("sites.plan.pdf.takeSome", { count: chosen.length })}
        </Button>
      </div>
    </Modal>
  );
}

function Thumb({ pdf, page }: { pdf: NonNullable<PlanChoice["pdf"]>; page: number }) {
  const { data } = useQuery({
    queryKey: ["pdfPage", pdf.name, page],
    queryFn: () => pdf.pages.picture(page, "thumb"),
    gcTime: 0,
  });
  return data === undefined ? null : <BlobImage bytes={data} alt="" />;
}
