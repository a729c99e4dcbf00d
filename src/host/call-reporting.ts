/** Calls code of the page: what it throws is reported, and silences nobody else. */
export function callReporting(call: () => void, reportError: (error: unknown) => void): void {
  try {
    call();
  } catch (error) {
    reportError(error);
  }
}
