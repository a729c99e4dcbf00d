/**
 * Name of a process for its operator. `null` where its database is a file of this machine: that is for one process. One of the
 * network may have several.
 */
export function nodeNameOf(databaseUrl: string, machine: string, port: number): string | null {
  return /^(?:file:|:memory:$)/.test(databaseUrl) ? null : `${machine}:${port}`;
}
