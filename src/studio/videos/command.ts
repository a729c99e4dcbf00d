import { parseArgs } from 'node:util';
import type { RunTool } from '../preparation/run-tool.ts';
import { CommandFault } from './command-fault.ts';

export interface VideosOptions {
  readonly args: readonly string[];
  readonly catalogFolder: string;
  readonly followLinks: boolean;
  readonly say: (line: string) => void;
  readonly complain: (line: string) => void;
  /** Asks a question in a terminal; absent without a terminal. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
  readonly processId: number;
  readonly now: () => number;
  readonly run: RunTool;
}

const OPTIONS = {
  json: { type: 'boolean' },
  title: { type: 'string' },
  description: { type: 'string' },
  listed: { type: 'string' },
  without: { type: 'string' },
  at: { type: 'string' },
  'for-good': { type: 'boolean' },
  removed: { type: 'boolean' },
  yes: { type: 'boolean' },
  'from-playlists': { type: 'boolean' },
  'captions-encoding': { type: 'string' },
  help: { type: 'boolean' },
} as const;

export type Flags = ReturnType<typeof readArguments>['values'];

/** A command, called with the arguments after its name. Returns whether it succeeded. */
export type Command = (words: readonly string[], flags: Flags, options: VideosOptions) => Promise<boolean>;

export function readArguments(args: readonly string[], usage: string) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new CommandFault(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}
