const ERRORS_MAX = 20;

/** Collects uncaught errors of this page from now on; the array keeps the latest. */
export function readErrors(window: EventTarget): readonly string[] {
  const errors: string[] = [];
  const note = (error: unknown): void => {
    errors.push(String(error));
    if (errors.length > ERRORS_MAX) errors.shift();
  };
  window.addEventListener('error', (event) => note((event as ErrorEvent).message));
  window.addEventListener('unhandledrejection', (event) => note((event as PromiseRejectionEvent).reason));
  return errors;
}
