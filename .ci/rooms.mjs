import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOMS } from '../.config/rooms.mjs';
import { runTool } from './run-steps.mjs';

/** Checks the imports of the source against the table of rooms, with `eslint-plugin-boundaries` in oxlint. */
export function checkRooms() {
  const rooms = Object.entries(ROOMS);
  const seen = new Set(['protocol']);
  for (const [room, imported] of rooms) {
    const early = imported.filter((other) => !seen.has(other));
    if (early.length > 0) throw new Error(`${room} imports ${early.join(', ')}, which the table has only below it.`);
    seen.add(room);
  }
  // The first matching pattern counts, so inner rooms come before outer rooms.
  const types = [...seen].sort((one, other) => other.length - one.length);
  const policies = rooms.map(([room, imported]) => ({
    from: { element: { type: room } },
    allow: { to: { element: { types: { anyOf: ['protocol', room, ...imported] } } } },
  }));
  const config = {
    jsPlugins: [fileURLToPath(import.meta.resolve('eslint-plugin-boundaries'))],
    categories: { correctness: 'off' },
    settings: {
      'boundaries/root-path': process.cwd(),
      'boundaries/elements': types.map((type) => ({ type, pattern: type, partialMatch: false })),
    },
    rules: { 'boundaries/dependencies': ['error', { default: 'disallow', policies }] },
  };
  const folder = mkdtempSync(join(tmpdir(), 'oriel-rooms-'));
  try {
    const path = join(folder, 'rooms.json');
    writeFileSync(path, JSON.stringify(config));
    return runTool('oxlint', ['--config', path, 'src', 'workers', 'protocol']);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
