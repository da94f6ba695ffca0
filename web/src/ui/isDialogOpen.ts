/** Whether an open dialog has to be answered before anything else on the page. */
export function isDialogOpen(): boolean {
  return document.querySelector("[role=dialog][aria-modal=true], dialog[open]") !== null;
}
