import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as z from 'zod/mini';
import { parseJsonAt } from '../../../../protocol/parse.ts';

export interface JsonFolder<T> {
  readonly entries: readonly { readonly file: string; readonly value: T }[];
  readonly problems: readonly string[];
}

/** Every JSON file of a folder, in the order of their names. A bad one is named with its field and skipped. */
export async function readJsonFolder<T>(
  folder: string,
  name: string,
  schema: z.ZodMiniType<T>,
): Promise<JsonFolder<T>> {
  const entries: { file: string; value: T }[] = [];
  const problems: string[] = [];
  for (const fileName of await jsonFiles(join(folder, name))) {
    const file = `${name}/${fileName}`;
    const parsed = parseJsonAt(file, schema, await readFile(join(folder, file), 'utf8'));
    if (parsed.ok) entries.push({ file, value: parsed.value });
    else problems.push(parsed.message);
  }
  return { entries, problems };
}

async function jsonFiles(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  } catch {
    /** A catalog may have no playlists. */
    return [];
  }
}
