/** Redraws what changes without a message from the server. Returns a function that stops it. */
export function startRedrawTriggers(renderNow: () => void, resetSprites: () => void): () => void {
  // Markers fade and become stale.
  const ageTimer = setInterval(renderNow, 5000);
  // Names drawn before their font had loaded are drawn again.
  const onFontsLoaded = (): void => {
    resetSprites();
    renderNow();
  };
  document.fonts.addEventListener("loadingdone", onFontsLoaded);
  return () => {
    clearInterval(ageTimer);
    document.fonts.removeEventListener("loadingdone", onFontsLoaded);
  };
}
