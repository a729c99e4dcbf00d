import { watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';

export interface FolderWatch {
  /** Watches folders that are not watched yet, or were replaced. */
  renew(): void;
  close(): void;
}

/**
 * Reports changes directly in these folders, if the system does. It does not on every disk, and may run out of watches,
 * so callers have to poll as well.
 */
export function watchFolders(root: string, names: readonly string[], onChange: () => void): FolderWatch {
  const watchers = new Map<string, FSWatcher>();
  const forget = (name: string): void => {
    watchers.get(name)?.close();
    watchers.delete(name);
  };
  const add = (name: string): void => {
    try {
      const watcher = watch(join(root, name), { persistent: false }, (event, fileName) => {
        // The folder itself was moved or removed: its watcher follows the old folder.
        if (event === 'rename' && name === '' && fileName !== null) forget(fileName);
        onChange();
      });
      watcher.on('error', () => forget(name));
      watchers.set(name, watcher);
    } catch {
      // A folder that does not exist yet.
    }
  };
  const renew = (): void => {
    for (const name of names) if (!watchers.has(name)) add(name);
  };
  renew();
  return {
    renew,
    close() {
      for (const name of [...watchers.keys()]) forget(name);
    },
  };
}
