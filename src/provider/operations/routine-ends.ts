/**
 * Limits that close connections without requests: browsers keep connections for later, and open some in advance. Such ends
 * are counted, but raise no alert.
 */
const ROUTINE_ENDS: ReadonlySet<string> = new Set(['idle_connections', 'unused_connections']);

export function isRoutine(limit: string): boolean {
  return ROUTINE_ENDS.has(limit);
}
