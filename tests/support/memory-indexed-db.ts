import * as memory from 'fake-indexeddb';
import { afterAll, beforeAll, vi } from 'vitest';

/** IndexedDB in memory for the tests of one file; it is removed afterwards, because test files share their globals. */
export function useMemoryIndexedDb(): void {
  beforeAll(() => {
    for (const [name, value] of Object.entries(memory)) {
      if (name.startsWith('IDB')) vi.stubGlobal(name, value);
    }
    vi.stubGlobal('indexedDB', new memory.IDBFactory());
  });
  afterAll(() => void vi.unstubAllGlobals());
}
