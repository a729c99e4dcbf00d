import type { Browser } from 'playwright';
import type { HostPage } from './lab.ts';

/** Processor time of a session as the kernel counts it, in milliseconds; the names are keys of `MEASURES`. */
export interface ProcessorTime {
  /** All threads of the process that has the player's frame. */
  readonly processCpuMs: number;
  /** All threads of all processes of the browser. */
  readonly browserCpuMs: number;
}

/** Starts to count. The returned function resolves with the processor time that player process and browser have used since. */
export async function startProcessorWatch(
  browser: Browser,
  { context, frame }: HostPage,
): Promise<() => Promise<ProcessorTime>> {
  const ofBrowser = await browser.newBrowserCDPSession();
  const ofFrame = await context.newCDPSession(frame);
  await ofFrame.send('Performance.enable');
  const read = async () => {
    const [{ metrics }, { processInfo }] = await Promise.all([
      ofFrame.send('Performance.getMetrics'),
      ofBrowser.send('SystemInfo.getProcessInfo'),
    ]);
    const secondsOf = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0;
    return {
      processSeconds: secondsOf('ProcessTime'),
      browserSeconds: new Map(processInfo.map(({ id, cpuTime }) => [id, cpuTime])),
    };
  };
  const before = await read();
  return async () => {
    const after = await read();
    await ofBrowser.detach();
    // A process that has started in between had used no time before.
    const ofProcesses = [...after.browserSeconds].map(([id, cpu]) => cpu - (before.browserSeconds.get(id) ?? 0));
    return {
      processCpuMs: (after.processSeconds - before.processSeconds) * 1_000,
      browserCpuMs: ofProcesses.reduce((sum, cpu) => sum + cpu, 0) * 1_000,
    };
  };
}
