import { errorText } from "../api/errorText.ts";
import { FailedMessage } from "../ui/FailedMessage.tsx";
import { FormPage } from "./FormPage.tsx";

interface Props {
  crumbs: readonly { to: string; label: string }[];
  /** "Couldn't load the customer" */
  title: string;
  error: unknown;
  onRetry(): void;
}

/** Shown when a thing could not be loaded. */
export function NotLoadedForm({ crumbs, title, error, onRetry }: Props) {
  return (
    <FormPage title={title} crumbs={crumbs}>
      <FailedMessage title={title} text={errorText(error)} retry={onRetry} />
    </FormPage>
  );
}
