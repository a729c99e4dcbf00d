import type { SourceMap } from 'node:module';

export function readPositions(
  text: string,
  folders: readonly string[],
): Promise<{ readonly text: string; readonly unknown: readonly string[] }>;
export function readMap(name: string, folders: readonly string[]): Promise<SourceMap | undefined>;
