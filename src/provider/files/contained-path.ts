import type { Stats } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { unlessThrown } from '../../../protocol/runtime/unless-thrown.ts';

/** The target of a path below a folder. Descriptions and served paths use the same rule. */
export type Located =
  | { readonly ok: true; readonly path: string; readonly stats: Stats }
  | { readonly ok: false; readonly reason: 'not-below' | 'missing' | 'folder' | 'link-leads-out' };

/** Finds a file by its path below `folder`. Links are followed; a link that leaves the folder only with `followLinks`. */
export async function locate(folder: string, relative: string, followLinks: boolean): Promise<Located> {
  if (!isBelow(relative)) return { ok: false, reason: 'not-below' };
  try {
    const root = await realpath(folder);
    const path = await realpath(join(root, relative));
    const prefix = root.endsWith(sep) ? root : root + sep;
    if (!followLinks && !path.startsWith(prefix)) return { ok: false, reason: 'link-leads-out' };
    const stats = await stat(path);
    return stats.isFile() ? { ok: true, path, stats } : { ok: false, reason: 'folder' };
  } catch {
    return { ok: false, reason: 'missing' };
  }
}

/** Whether a path has no parent segment, no hidden file and no empty segment. */
export function isBelow(relative: string): boolean {
  return relative.split('/').every((step) => step !== '' && !step.startsWith('.') && !/[\0\\]/.test(step));
}

/** Decodes the path of an address. A percent sign that is not an escape is part of the name. */
export function unescapePath(path: string): string {
  return path.replaceAll(
    /(?:%[0-9a-f]{2})+/gi,
    (escapes) => unlessThrown(() => decodeURIComponent(escapes)) ?? escapes,
  );
}
