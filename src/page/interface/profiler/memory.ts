import { INFRASTRUCTURE_WORKER, MEDIA_WORKER, PROFILER_WORKER } from '../../../../protocol/threads/worker-names.ts';

/** Sizes by thread, or the reason why there are no sizes. */
export type MemoryState = string | readonly { readonly thread: string; readonly sizeBytes: number }[];

export interface MemoryMeasurement {
  readonly breakdown: readonly {
    readonly bytes: number;
    readonly attribution: readonly { readonly url: string; readonly scope: string }[];
  }[];
}

interface MeasuringWindow {
  readonly crossOriginIsolated: boolean;
  readonly performance: { readonly measureUserAgentSpecificMemory?: () => Promise<MemoryMeasurement> };
}

const WORKERS: readonly (readonly [part: string, name: string])[] = [
  ['/infrastructure.worker', INFRASTRUCTURE_WORKER],
  ['/media.worker', MEDIA_WORKER],
  ['/profiler.worker', PROFILER_WORKER],
  ['.worker', 'other workers'],
];

/** Shown before a measurement: browsers measure with their next garbage collection, which would disturb the profile. */
export const MEMORY_UNMEASURED = 'not measured: it waits for a garbage collection';

/** Why the browser cannot measure memory; `null` if it can. */
export function memoryRefusal({ crossOriginIsolated, performance }: MeasuringWindow): string | null {
  if (performance.measureUserAgentSpecificMemory === undefined)
    return crossOriginIsolated
      ? 'unavailable: this browser does not measure memory by thread'
      : 'unavailable: the page is not cross-origin isolated';
  return crossOriginIsolated ? null : 'unavailable: the page is not cross-origin isolated';
}

export async function measureMemory(window: MeasuringWindow): Promise<MemoryState> {
  const refusal = memoryRefusal(window);
  if (refusal !== null) return refusal;
  try {
    const measured = await window.performance.measureUserAgentSpecificMemory?.();
    return measured === undefined ? 'unavailable' : memoryByThread(measured);
  } catch (error) {
    return `unavailable: ${error instanceof Error ? error.name : 'the browser refused'}`;
  }
}

export function memoryByThread({ breakdown }: MemoryMeasurement): MemoryState {
  const sizes = new Map<string, number>();
  for (const { bytes, attribution } of breakdown) {
    if (bytes === 0) continue;
    const thread = attribution[0] === undefined ? 'shared' : threadOf(attribution[0]);
    sizes.set(thread, (sizes.get(thread) ?? 0) + bytes);
  }
  return [...sizes].map(([thread, sizeBytes]) => ({ thread, sizeBytes }));
}

function threadOf({ url, scope }: { readonly url: string; readonly scope: string }): string {
  if (scope === 'Window') return 'main';
  return WORKERS.find(([part]) => url.includes(part))?.[1] ?? 'other';
}
