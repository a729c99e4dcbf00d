/** The member of `Window` that reports errors. */
export interface ReportingWindow {
  reportError(error: unknown): void;
}

/** Calls code of the page. An exception is reported and does not affect other listeners, even if the page has replaced `reportError`. */
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
