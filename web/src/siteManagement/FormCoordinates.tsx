import { ActionIcon, TextInput } from "@mantine/core";
import { swappedPlace } from "@pulse/geo/coordinates/placeInText";
import { IconArrowsExchange } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useField } from "../form/FormContext.ts";
import { FormField } from "../form/FormField.tsx";
import { type FieldProps, inputProps } from "../form/TextFields.tsx";
import { coordinateText } from "../placing/coordinateText.ts";
import { editableCoordinates, isPlace, parseCoordinates } from "./coordinates.ts";

/** A place as "latitude, longitude" in one field; invalid text stays as typed, for the rule to refuse. */
export function FormCoordinates(props: FieldProps) {
  const { t } = useTranslation();
  const { path, label, isWide = false } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const field = useField(path, { label, show: (value) => (isPlace(value) ? coordinateText(value) : t("form.none")) });
  const { value } = field;
  const swapped = isPlace(value) && value.lat !== value.lon ? swappedPlace(value) : null;
  return (
    <FormField path={path} label={label} field={field} isWide={isWide}>
      <TextInput
        {...inputProps(props, field.error)}
        autoComplete="off"
        spellCheck={false}
        placeholder="51.90000, 4.40000"
        rightSection={
          swapped === null || field.isReadOnly ? null : (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t("form.swapPlace")}
              title={t("form.swapPlace")}
              onClick={() => {
                setTyped(null);
                field.set(swapped);
              }}
            >
              <IconArrowsExchange size={16} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          )
        }
        value={typed ?? (isPlace(value) ? editableCoordinates(value) : (value as string))}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          field.set(parseCoordinates(currentTarget.value) ?? currentTarget.value);
        }}
        onBlur={(event) => {
          setTyped(null);
          field.leave(event);
        }}
      />
    </FormField>
  );
}
