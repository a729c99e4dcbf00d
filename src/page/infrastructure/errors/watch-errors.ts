import type { ErrorPlace } from '../../../../protocol/runtime/describe-error.ts';

/** Reports uncaught errors and unhandled rejections of main (E4). */
export function watchErrors(target: EventTarget, report: (error: unknown, place?: ErrorPlace) => void): void {
  const onError = (event: Event): void => {
    const { error, message, filename, lineno } = event as ErrorEvent;
    report(error ?? message, { fileName: filename, lineNumber: lineno });
  };
  target.addEventListener('error', onError);
  target.addEventListener('unhandledrejection', (event) => report((event as PromiseRejectionEvent).reason));
}
