import { expect, test } from 'vitest';
import { measureMemory, memoryByThread, memoryRefusal } from '../../../../../src/page/interface/profiler/memory.ts';

const part = (bytes: number, url: string, scope: string) => ({ bytes, attribution: [{ url, scope }] });

test('memory is summed by thread, and the thread is found by the address of its worker', () => {
  const breakdown = [
    part(500, 'https://player.example/embed/x', 'Window'),
    part(250, 'https://player.example/assets/infrastructure.worker-a.js', 'DedicatedWorkerGlobalScope'),
    part(100, 'https://player.example/assets/media.worker-b.js', 'DedicatedWorkerGlobalScope'),
    part(20, 'https://player.example/assets/media.worker-b.js', 'DedicatedWorkerGlobalScope'),
    { bytes: 60, attribution: [] },
    part(0, '', 'Window'),
  ];
  expect(memoryByThread({ breakdown })).toEqual([
    { thread: 'main', sizeBytes: 500 },
    { thread: 'oriel-infrastructure', sizeBytes: 250 },
    { thread: 'oriel-media', sizeBytes: 120 },
    { thread: 'shared', sizeBytes: 60 },
  ]);
});

test('in a browser that cannot or does not measure memory, the panel names the reason', async () => {
  const measure = () => Promise.reject(new DOMException('no', 'SecurityError'));
  expect(memoryRefusal({ crossOriginIsolated: false, performance: {} })).toBe(
    'unavailable: the page is not cross-origin isolated',
  );
  expect(memoryRefusal({ crossOriginIsolated: true, performance: {} })).toBe(
    'unavailable: this browser does not measure memory by thread',
  );
  const refused = { crossOriginIsolated: true, performance: { measureUserAgentSpecificMemory: measure } };
  expect(await measureMemory(refused)).toBe('unavailable: SecurityError');
  expect(await measureMemory({ ...refused, crossOriginIsolated: false })).toContain('isolated');
});
