export function readPositions(
  text: string,
  folders: readonly string[],
): Promise<{ readonly text: string; readonly unknown: readonly string[] }>;
