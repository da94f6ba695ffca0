// The pages that work on a floor's plan. The router names only this file, since every name in it is loaded before the sign-in.
export const drawingPage = async () => (await import("../drawing/DrawingPage.tsx")).default;
export const calibrationPage = async () => (await import("../calibration/CalibrationPage.tsx")).default;
