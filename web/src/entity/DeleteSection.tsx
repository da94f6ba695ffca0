import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { FormSection } from "../form/FormSection.tsx";
import classes from "./DeleteSection.module.css";

interface Props {
  texts: string;
  onDelete(): void;
}

/** The card for a deletion that affects many other things: it lists them before it asks. */
export function DeleteSection({ texts, onDelete }: Props) {
  const { t } = useTranslation();
  return (
    <FormSection title={t(`${texts}.deleteSection`)} isBare>
      <p className={classes["hint"]}>{t(`${texts}.deleteHint`)}</p>
      <div className={classes["act"]}>
        <Button
          variant="default"
          className={classes["danger"]}
          leftSection={<IconTrash size={16} stroke={1.75} aria-hidden="true" />}
          onClick={onDelete}
        >
          {t(`${texts}.deleteSection`)}
        </Button>
      </div>
    </FormSection>
  );
}
