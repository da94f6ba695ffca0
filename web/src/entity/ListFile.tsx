import type { Endpoint } from "@pulse/contract/endpoint";
import { toQueryString } from "@pulse/contract/wire";
import { useMutation } from "@tanstack/react-query";
import { errorText } from "../api/errorText.ts";
import { lastZone } from "../dates/zones.ts";
import { useServices } from "../services/services.tsx";
import { CsvButton } from "../table/CsvButton.tsx";
import { saveCsv } from "../table/csv.ts";
import { useLetters } from "./useLetters.ts";

interface Props {
  endpoint: Endpoint;
  /** The current filters and order of the list. */
  query: Readonly<Record<string, unknown>>;
}

/** Saves the whole list as a file from the server, however long it is; the file can be imported again. */
export function ListFile({ endpoint, query }: Props) {
  const { api, snackbars } = useServices();
  const may = useLetters("asset_download");
  const saving = useMutation({
    mutationFn: async () => {
      const parameters = { ...query, page: undefined, limit: undefined, convertToTimezone: lastZone(localStorage) };
      const file = await api.bytes(endpoint.path + toQueryString(parameters));
      saveCsv(file.name, file);
    },
    onError: (error) => snackbars.error(errorText(error)),
  });
  if (!may.r) return null;
  return <CsvButton saving={saving.isPending} onSave={() => saving.mutate()} />;
}
