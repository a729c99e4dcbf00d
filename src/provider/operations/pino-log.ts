import { pino, type DestinationStream } from 'pino';
import { delay, type Clock } from '../../../protocol/runtime/clock.ts';
import { LineWriter } from './line-writer.ts';
import type { LOG_LEVELS } from '../settings/log-levels.ts';
import type { Log } from './log.ts';
import { terminalLine } from './terminal-line.ts';
import { escapeUnseen } from './terminal-text.ts';

export interface LogOptions {
  /** If absent, `info`, and in a terminal `warn`. */
  readonly level?: (typeof LOG_LEVELS)[number] | undefined;
  readonly isTerminal: boolean;
}

/** Maximum wait for unread lines at exit. */
const FLUSH_TIMEOUT_MS = 1_000;

export interface OutputLog extends Log {
  /** Resolves when all lines are written, or cannot be; awaited before the process ends. */
  readonly flush: () => Promise<void>;
}

/**
 * The log on standard output: JSON lines, and readable lines in a terminal. pino's own destinations are not used: they
 * wait for a full disk endlessly when the process exits.
 */
export function createOutputLog(options: LogOptions, clock: Clock): OutputLog {
  if (options.isTerminal) {
    const log = createPinoLog(options, { write: (line) => void process.stdout.write(terminalLine(line)) });
    return { ...log, flush: () => Promise.resolve() };
  }
  const writer = new LineWriter(process.stdout.fd, clock);
  // JSON escapes only half of the controls, and people read these lines in terminals, too.
  const escaped = { write: (line: string) => writer.write(`${escapeUnseen(line.trimEnd())}\n`) };
  const flush = (): Promise<void> => Promise.race([writer.flush(), delay(clock, FLUSH_TIMEOUT_MS)]);
  return { ...createPinoLog(options, escaped), flush };
}

export function createPinoLog({ level, isTerminal }: LogOptions, destination: DestinationStream): Log {
  const logger = pino(
    {
      level: level ?? (isTerminal ? 'warn' : 'info'),
      /** Host name and process number add nothing to what a container's runtime knows. */
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
  };
}
