import * as z from 'zod/mini';
import { escapeUnseen, terminalText } from './terminal-text.ts';

const Line = z.looseObject({
  level: z.string(),
  time: z.string(),
  msg: z.optional(z.string()),
  err: z.optional(z.looseObject({ stack: z.optional(z.string()) })),
});

/** One line of the JSON log for people: time, level, sentence, fields, and the stack of an error below. */
export function terminalLine(json: string): string {
  const { level, time, msg = '', err, ...fields } = Line.parse(JSON.parse(json));
  const clockTime = time.slice('2026-01-01T'.length, -1);
  const rest = Object.entries(fields).map(([name, value]) => `${name}=${asText(value)}`);
  const stack = err?.stack === undefined ? [] : [`\n${terminalText(err.stack)}`];
  return `${[clockTime, level.padEnd('error'.length), terminalText(msg), ...rest, ...stack].join(' ')}\n`;
}

/** A text without quotes if it is unambiguous, else JSON. */
function asText(value: unknown): string {
  return typeof value === 'string' && /^[^\s"=\p{C}]+$/u.test(value) ? value : escapeUnseen(JSON.stringify(value));
}
