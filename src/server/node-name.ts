/**
 * Name of a provider process for the operator; `null` if the database is a local file, which only one process uses. A database on
 * the network may have several processes.
 */
export function nodeNameOf(databaseUrl: string, machine: string, port: number): string | null {
  return /^(?:file:|:memory:$)/.test(databaseUrl) ? null : `${machine}:${port}`;
}
