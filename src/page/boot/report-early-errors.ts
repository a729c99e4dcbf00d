import { ERROR_MESSAGE_MAX_CHARACTERS } from '../../../protocol/constants.ts';

/** E6: the list of the worker is too long for an inline script. */
const BOTS = /bot|headless|phantom/i;

/** The part of `Window` that is used. */
export interface EarlyErrorWindow {
  readonly location: Pick<Location, 'origin' | 'pathname'>;
  readonly navigator: Pick<Navigator, 'userAgent'> & { sendBeacon?(address: string, body: string): boolean };
  onerror: OnErrorEventHandler;
  onunhandledrejection: ((event: PromiseRejectionEvent) => void) | null;
}

export type ReportEarlyError = (error: unknown, file?: string, line?: number) => void;

/**
 * E4: reports an error of the time before the page's module, or of a module that does not come. The worker and the
 * module, which report all others, have not loaded. Only the first one, because others follow from it.
 */
export function reportEarlyErrors(window: EarlyErrorWindow, addressOf: () => string | undefined): ReportEarlyError {
  const { location, navigator } = window;
  let isReported = BOTS.test(navigator.userAgent);
  const report: ReportEarlyError = (error, file = '', line = 0) => {
    const address = addressOf();
    if (isReported || !address) return;
    isReported = true;
    /** Anything can be thrown. */
    const { name: type = 'Error', message = String(error), stack = '' } = Object(error) as Partial<Error>;
    const msg = message.slice(0, ERROR_MESSAGE_MAX_CHARACTERS);
    const url = location.origin + location.pathname;
    /** Text is the type of a body that needs no token of the page. */
    navigator.sendBeacon?.(
      `${address}?${new URLSearchParams({ type, msg, level: 'error', line: `${line}` })}`,
      `${new URLSearchParams({ url, file, stack, thread: 'main' })}`,
    );
  };
  window.onerror = (message, file, line, _, error) => report(error ?? message, file, line);
  window.onunhandledrejection = ({ reason }) => report(reason);
  return report;
}
