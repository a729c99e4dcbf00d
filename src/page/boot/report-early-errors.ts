import {
  DESCRIBED_VALUE_MAX_CHARACTERS,
  ERROR_MESSAGE_MAX_CHARACTERS,
  ERROR_REPORTS_PER_PAGE_MAX,
} from '../../../protocol/constants.ts';
import { DECLARED_BOTS } from '../../../protocol/infrastructure/declared-bots.ts';

/** The part of `Window` that is used. */
export interface EarlyErrorWindow {
  readonly location: Pick<Location, 'origin' | 'pathname'>;
  readonly navigator: Pick<Navigator, 'userAgent'> & { sendBeacon?(address: string, body: string): boolean };
  onerror: OnErrorEventHandler;
  onunhandledrejection: ((event: PromiseRejectionEvent) => void) | null;
}

export type ReportEarlyError = (error: unknown, file?: string, line?: number) => void;

/**
 * Reports errors before the page's module has loaded, or if it does not load (E4); module and worker report all later
 * errors. Each message is added to `reported`, so that the worker counts it and does not report it again.
 */
export function reportEarlyErrors(
  window: EarlyErrorWindow,
  addressOf: () => string | undefined,
  reported: string[],
): ReportEarlyError {
  const { location, navigator } = window;
  const isBot = DECLARED_BOTS.test(navigator.userAgent);
  const cut = (text: string): string => text.slice(0, DESCRIBED_VALUE_MAX_CHARACTERS);
  const report: ReportEarlyError = (error, file = '', line = 0) => {
    const address = addressOf();
    if (isBot || !address) return;
    // Any value can be thrown, not only an `Error`.
    const { name: type = 'Error', message = String(error), stack = '' } = Object(error) as Partial<Error>;
    const msg = message.slice(0, ERROR_MESSAGE_MAX_CHARACTERS);
    if (reported.length >= ERROR_REPORTS_PER_PAGE_MAX || reported.includes(msg)) return;
    reported.push(msg);
    const url = cut(location.origin + location.pathname);
    // Text is the type of a body that needs no token of the page.
    navigator.sendBeacon?.(
      `${address}?${new URLSearchParams({ type: cut(type), msg, level: 'error', line: `${line}` })}`,
      `${new URLSearchParams({ url, file: cut(file), stack: cut(stack), thread: 'main' })}`,
    );
  };
  window.onerror = (message, file, line, _, error) => report(error ?? message, file, line);
  window.onunhandledrejection = ({ reason }) => report(reason);
  return report;
}
