import { parseArgs } from 'node:util';
import { UsageError } from './exit-codes.ts';
import { NETWORKS, type Network } from './session/lab.ts';
import type { RoundsOptions } from './statistics/enough-rounds.ts';

export const HELP = `npm run profile -- [options]
npm run profile -- diff BEFORE.json AFTER.json

Profiles the built player with its workers, and with the same service on the main thread, in a real Chromium. Writes a
report (report.html, report.json) and traces for DevTools, Perfetto and Speedscope.

  --cpu=1,4,6         slow-downs of the processor; each is measured for itself (main threads only)
  --network=none      or slow-4g: 150 ms, 1.6 Mbit/s, for workers too
  --runs=N            exactly N rounds; a round is one run of each variant
  --max-runs=12       at most so many rounds ...
  --precision=5       ... and none more once the difference of main is known to so many percent
  --play-seconds=3    how long the video plays before the first seek
  --url=ADDRESS       profiles a page that embeds Oriel as it is, without a script and without a second variant
  --seconds=10        with --url: how long
  --out=.profile      folder for the files; those of the run before are replaced
  --no-build          measures the build in dist/ as it is
  --all               with diff: also the measures that differ by no more than chance
  --help

Ends with 0 when done, 1 when nothing could be measured, 2 for a command that is not understood, 3 when the calibration
did not find the work that it planted (the run is void), 4 when diff finds the second report worse.`;

const OPTIONS = {
  cpu: { type: 'string', default: '1,4,6' },
  network: { type: 'string', default: 'none' },
  runs: { type: 'string' },
  'max-runs': { type: 'string', default: '12' },
  precision: { type: 'string', default: '5' },
  'play-seconds': { type: 'string', default: '3' },
  url: { type: 'string' },
  seconds: { type: 'string', default: '10' },
  out: { type: 'string', default: '.profile' },
  'no-build': { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

export interface ProfileOptions {
  readonly slowdowns: readonly number[];
  readonly network: Network;
  readonly rounds: RoundsOptions;
  readonly playSeconds: number;
  readonly url: string | null;
  readonly seconds: number;
  readonly out: string;
  /** Whether to measure the existing build (`--no-build`) instead of building the sources first. */
  readonly isBuilt: boolean;
  /** Arguments as they were given, for the report. */
  readonly given: readonly string[];
}

export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'diff'; readonly before: string; readonly after: string; readonly isWhole: boolean }
  | { readonly kind: 'profile'; readonly options: ProfileOptions };

/** With fewer rounds, an interval shows more of chance than of the player. */
const ROUNDS_MIN = 4;

export function readCommand(args: readonly string[]): Command {
  const { values, positionals } = parse(args);
  if (values.help) return { kind: 'help' };
  const [first, before, after, ...more] = positionals;
  if (first === 'diff') {
    if (before === undefined || after === undefined || more.length > 0)
      throw new UsageError('diff takes two reports: npm run profile -- diff BEFORE.json AFTER.json');
    return { kind: 'diff', before, after, isWhole: values.all };
  }
  if (first !== undefined) throw new UsageError(`There is no command “${first}”. See npm run profile -- --help`);
  const exact = values.runs === undefined ? null : readNumber('runs', values.runs, 1);
  const maximum = exact ?? readNumber('max-runs', values['max-runs'], 1);
  return {
    kind: 'profile',
    options: {
      slowdowns: values.cpu.split(',').map((word) => readNumber('cpu', word, 1)),
      network: readNetwork(values.network),
      rounds: {
        minimum: exact ?? Math.min(ROUNDS_MIN, maximum),
        maximum,
        precision: readNumber('precision', values.precision, 0.1) / 100,
      },
      playSeconds: readNumber('play-seconds', values['play-seconds'], 0.5),
      url: values.url === undefined ? null : readUrl(values.url),
      seconds: readNumber('seconds', values.seconds, 1),
      out: values.out,
      isBuilt: values['no-build'],
      given: args,
    },
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)} See npm run profile -- --help`);
  }
}

function readNumber(name: string, word: string, least: number): number {
  const value = Number(word);
  if (word.trim() !== '' && Number.isFinite(value) && value >= least) return value;
  throw new UsageError(`--${name} takes a number of at least ${least}, and got “${word}”.`);
}

function readNetwork(word: string): Network {
  if (Object.hasOwn(NETWORKS, word)) return word as Network;
  throw new UsageError(`--network is one of ${Object.keys(NETWORKS).join(', ')}, and not “${word}”.`);
}

function readUrl(word: string): string {
  if (/^https?:$/.test(protocolOf(word))) return word;
  throw new UsageError(`--url takes an address that begins with http:// or https://, and got “${word}”.`);
}

function protocolOf(word: string): string {
  return URL.canParse(word) ? new URL(word).protocol : '';
}
