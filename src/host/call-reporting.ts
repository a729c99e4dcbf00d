/** The part of `Window` that is used. */
export interface ReportingWindow {
  reportError(error: unknown): void;
}

/** Calls code of the page: an exception is reported, and does not affect other listeners, whatever `reportError` is on this page. */
export function callReporting(call: () => void, window: ReportingWindow): void {
  try {
    call();
  } catch (error) {
    try {
      window.reportError(error);
    } catch {
      setTimeout(() => {
        throw error;
      });
    }
  }
}
