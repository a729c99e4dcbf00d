import { readFile } from 'node:fs/promises';

/**
 * Memory of the largest renderer process (proportional set size, Linux only), bytes; `NaN` on systems without this
 * information.
 */
export async function heaviestRenderer(browserSession) {
  const { processInfo } = await browserSession.send('SystemInfo.getProcessInfo');
  const sizes = await Promise.all(processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => sizeOf(id)));
  const known = sizes.filter((size) => size !== undefined);
  return known.length > 0 ? Math.max(...known) : Number.NaN;
}

async function sizeOf(processId) {
  try {
    const text = await readFile(`/proc/${processId}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1_024;
  } catch {
    // Another system, or a process that has just ended.
    return undefined;
  }
}
