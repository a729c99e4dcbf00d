/** Calls code of the page: an exception is reported, and does not affect other listeners. */
export function callReporting(call: () => void, reportError: (error: unknown) => void): void {
  try {
    call();
  } catch (error) {
    reportError(error);
  }
}
