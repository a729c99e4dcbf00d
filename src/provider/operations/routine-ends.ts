/**
 * Limits that close connections on which nothing is asked: browsers keep them for later and open some in advance. Counted,
 * and no refusal that an operator should be alarmed by.
 */
const ROUTINE_ENDS: ReadonlySet<string> = new Set(['idle_connections', 'unused_connections']);

export function isRoutine(limit: string): boolean {
  return ROUTINE_ENDS.has(limit);
}
