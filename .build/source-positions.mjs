import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { basename, join } from 'node:path';

/** A position in a built script as in browser stacks: address or file name, then line and column from 1. */
const POSITION = /(?:https?:\/\/[^\s()@]+\/)?([\w.-]+\.js|iframe_api|player_api)(?:\?[^\s():]*)?:(\d+):(\d+)/g;
/** Files that are served under a name without extension. */
const FILE_OF_ADDRESS = { iframe_api: 'iframe_api.js', player_api: 'iframe_api.js' };

/**
 * Maps positions in built scripts to the sources; scripts without a map in `folders` stay unchanged.
 *
 * @param {string} text A stack, or any text with positions.
 * @param {readonly string[]} folders Folders with maps, in order of preference.
 * @returns {Promise<{ text: string, unknown: string[] }>} The mapped text, and in `unknown` the scripts without a map.
 */
export async function readPositions(text, folders) {
  const names = new Set([...text.matchAll(POSITION)].map(([, name]) => FILE_OF_ADDRESS[name] ?? name));
  const maps = new Map();
  for (const name of names) maps.set(name, await readMap(name, folders));
  const read = text.replaceAll(POSITION, (position, name, line, column) => {
    const entry = maps.get(FILE_OF_ADDRESS[name] ?? name)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (entry?.originalSource === undefined) return position;
    const source = entry.originalSource.replace(/^(?:\.\.\/)+/, '');
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
  return { text: read, unknown: [...names].filter((name) => maps.get(name) === undefined) };
}

/**
 * The map of a built script, from the first folder that has one.
 *
 * @param {string} name File name of the script.
 * @param {readonly string[]} folders Folders with maps, in order of preference.
 * @returns {Promise<SourceMap | undefined>}
 */
export async function readMap(name, folders) {
  for (const folder of folders) {
    const text = await readFile(join(folder, `${basename(name)}.map`), 'utf8').catch(() => undefined);
    if (text !== undefined) return new SourceMap(JSON.parse(text));
  }
  return undefined;
}
