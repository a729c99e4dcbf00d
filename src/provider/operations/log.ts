export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
/** The log of the provider: fields for programs, a sentence for people. */
export type Log = Readonly<Record<LogLevel, (fields: Readonly<Record<string, unknown>>, message: string) => void>>;

export const SILENT_LOG: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

function ignore(): void {}
