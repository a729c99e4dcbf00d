/** Start position of a command that cues or loads, seconds, from its positional arguments or its object. */
export function startSecondsOf(command: string, args: readonly unknown[]): number {
  const [first] = args;
  const isObject = typeof first === 'object' && first !== null && !Array.isArray(first);
  const given = isObject ? (first as { startSeconds?: unknown }).startSeconds : args[command.endsWith('list') ? 2 : 1];
  const seconds = typeof given === 'number' || typeof given === 'string' ? Number(given) : 0;
  return seconds > 0 && Number.isFinite(seconds) ? seconds : 0;
}
