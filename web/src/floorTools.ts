// What is done on a floor's plan, page by page. The router names this file alone: whatever it names is loaded before the sign-in.
export const drawingPage = async () => (await import("./drawing/DrawingPage.tsx")).default;
export const calibrationPage = async () => (await import("./calibration/CalibrationPage.tsx")).default;
