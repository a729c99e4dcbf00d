export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
/** Log levels, from least to most output. */
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;

/** The log of the provider: fields for programs, a sentence for people. */
export type Log = Readonly<Record<LogLevel, (fields: Readonly<Record<string, unknown>>, message: string) => void>>;

export const SILENT_LOG: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

function ignore(): void {}
