import type { SourceMap } from 'node:module';
import { readMap } from '../../../.build/source-positions.mjs';
import type { CallFrame } from './cpu-profile.ts';

/** Where a function was written. */
export interface SourceFunction {
  readonly name: string;
  /** Path in the repository, or the name of the served script if it has no map; empty for functions of the browser. */
  readonly source: string;
  readonly line: number;
}

/** File names of scripts that are served without an extension. */
const FILE_OF_ADDRESS: Readonly<Record<string, string>> = {
  iframe_api: 'iframe_api.js',
  player_api: 'iframe_api.js',
};

/** Folders with the maps of a build. */
export const MAP_FOLDERS = ['client/assets', 'host', 'earlier-assets'];

interface Script {
  readonly map: SourceMap;
  readonly linesOf: (source: string) => readonly string[];
}

/** Names functions of built scripts as their sources do. */
export class SourceNames {
  readonly #scripts: ReadonlyMap<string, Script>;
  readonly #known = new Map<string, SourceFunction>();

  private constructor(scripts: ReadonlyMap<string, Script>) {
    this.#scripts = scripts;
  }

  static async load(urls: Iterable<string>, folders: readonly string[]): Promise<SourceNames> {
    const scripts = new Map<string, Script>();
    for (const file of new Set([...urls].map(fileOf))) {
      const map = file === '' ? undefined : await readMap(file, folders);
      if (map !== undefined) scripts.set(file, { map, linesOf: sourceLines(map) });
    }
    return new SourceNames(scripts);
  }

  nameOf(frame: CallFrame): SourceFunction {
    const { url, lineNumber = 0, columnNumber = 0, functionName } = frame;
    const key = `${url}:${lineNumber}:${columnNumber}:${functionName}`;
    const known = this.#known.get(key) ?? this.#find(frame);
    this.#known.set(key, known);
    return known;
  }

  #find({ url, lineNumber = 0, columnNumber = 0, functionName }: CallFrame): SourceFunction {
    const built = { name: functionName || '(anonymous)', source: fileOf(url), line: lineNumber + 1 };
    const script = this.#scripts.get(built.source);
    const entry = script?.map.findEntry(lineNumber, columnNumber);
    // The position is not in a source, such as code that the bundler added.
    if (script === undefined || entry === undefined || !('originalLine' in entry)) return built;
    if ((entry.originalSource as string | undefined) === undefined) return built;
    const text = script.linesOf(entry.originalSource)[entry.originalLine] ?? '';
    return {
      name: nameInSource(text, entry.originalColumn) ?? built.name,
      source: entry.originalSource.replace(/^(?:\.\.\/)+/, ''),
      line: entry.originalLine + 1,
    };
  }
}

function sourceLines({ payload }: SourceMap): Script['linesOf'] {
  const split = new Map<string, readonly string[]>();
  return (source) => {
    const known = split.get(source);
    if (known !== undefined) return known;
    const lines = (payload.sourcesContent[payload.sources.indexOf(source)] ?? '').split('\n');
    split.set(source, lines);
    return lines;
  };
}

const NOT_NAMES = new Set([
  'function',
  'async',
  'return',
  'if',
  'for',
  'while',
  'switch',
  'catch',
  'new',
  'await',
  'of',
]);

/**
 * The name of a function by its declaration or assignment, read from its line of the source around its position. A function
 * that is an argument of a call is named after that call.
 */
export function nameInSource(line: string, column: number): string | undefined {
  const before = line.slice(0, column);
  const at = line.slice(column);
  const declared = /^(?:export\s+)?(?:default\s+)?(?:async\s+)?function\*?\s+([\w$]+)/.exec(at)?.[1];
  if (declared !== undefined) return declared;
  const method = /^(?:static\s+|async\s+|get\s+|set\s+|\*\s*)*(#?[\w$]+)\s*(?:<[^>]*>)?\(/.exec(at)?.[1];
  if (method !== undefined && !NOT_NAMES.has(method)) return method;
  const assigned = /([\w$#.]+)\s*(?::[^=]*)?=\s*(?:async\s*)?$/.exec(before)?.[1] ?? /^([\w$]+)\s*=\s*/.exec(at)?.[1];
  if (assigned !== undefined) return assigned.replace(/^this\./, '');
  const property = /([\w$#]+)\s*:\s*(?:async\s*)?$/.exec(before)?.[1];
  if (property !== undefined) return property;
  const named = /(#?[\w$]+)\s*$/.exec(before)?.[1];
  if (named !== undefined && !NOT_NAMES.has(named) && at.startsWith('(')) return named;
  const caller = /([\w$#.]+)\((?:[^()]*,\s*)?(?:async\s*)?$/.exec(before)?.[1];
  return caller === undefined ? undefined : `(in ${caller})`;
}

function fileOf(url: string): string {
  const file =
    url
      .replace(/[?#].*/, '')
      .split('/')
      .at(-1) ?? '';
  return FILE_OF_ADDRESS[file] ?? file;
}
