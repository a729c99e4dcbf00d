import type { Plugin } from 'vite';
import * as constants from '../protocol/constants.ts';

const VALUES = new Map<string, string>(
  Object.entries(constants).flatMap(([group, values]) =>
    Object.entries(values)
      .filter(([, value]) => [value].flat().every((item) => typeof item === 'number'))
      .map(([name, value]) => [`${group}.${name}`, JSON.stringify(value)]),
  ),
);
const USES = new RegExp(String.raw`(?<![\w.$])(?:${Object.keys(constants).join('|')})\.\w+\b`, 'g');

/**
 * Writes numbers of `protocol/constants.ts` where they are used: what several chunks share stays an object otherwise, with
 * the names and values of all its numbers, 1.3 kB on main.
 */
export function inlineConstants(): Plugin {
  return {
    name: 'oriel:inline-constants',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      order: 'pre',
      filter: { code: 'constants.ts' },
      handler: (code) => ({ code: code.replace(USES, (use) => VALUES.get(use) ?? use), map: null }),
    },
  };
}
