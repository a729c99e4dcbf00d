import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { doubtsOf } from '../../../src/profile/report/schema/doubts.ts';
import { REPORT_FORMAT, REPORT_VERSION, type Report } from '../../../src/profile/report/schema/report.ts';
import { withoutDoubtfulVerdicts } from '../../profile/analysis/doubtful-verdicts.ts';
import { EXIT } from '../../profile/exit-codes.ts';
import { main } from '../../profile/main.ts';
import { readCommand } from '../../profile/options.ts';
import { describeSetting } from '../../profile/print.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Runs the command; resolves with its exit code and the printed text. */
async function runMain(...args: readonly string[]) {
  const printed: string[] = [];
  const note = (...words: readonly unknown[]): void => void printed.push(words.join(' '));
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(note),
    vi.spyOn(console, 'error').mockImplementation(note),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return { code: await main(args), text: printed.join('\n') };
}

test('without options the profiler measures at three slow-downs until the difference is known to 5 %', () => {
  expect(readCommand([])).toMatchObject({
    kind: 'profile',
    options: {
      slowdowns: [1, 4, 6],
      network: 'none',
      rounds: { minimum: 4, maximum: 12, precision: 0.05 },
      url: null,
      out: '.profile',
    },
  });
});

test('the option --runs sets the exact number of rounds', () => {
  expect(readCommand(['--runs=2', '--cpu=6'])).toMatchObject({
    options: { slowdowns: [6], rounds: { minimum: 2, maximum: 2 } },
  });
});

test.for([
  [['--cpu=fast'], '--cpu takes a number of at least 1'],
  [['--runs=0'], '--runs takes a number of at least 1'],
  [['--network=5g'], '--network is one of none, slow-4g'],
  [['--url=videos.example'], '--url takes an address'],
  [['diff', 'one.json'], 'diff takes two reports'],
  [['measure'], 'There is no command “measure”'],
  [['--fast'], 'See npm run profile -- --help'],
] as const)('the command %j is refused with what to do', async ([args, message]) => {
  const { code, text } = await runMain(...args);
  expect(code).toBe(EXIT.usage);
  expect(text).toContain(message);
});

function report(workers: readonly number[], slowdown = 1): Report {
  return {
    format: REPORT_FORMAT,
    version: REPORT_VERSION,
    madeAt: '2026-01-01T00:00:00.000Z',
    session: 'scripted',
    confidence: 0.95,
    provenance: {
      commit: 'c0ffee',
      isModified: false,
      scripts: [],
      browser: 'Chrome/1',
      browserRevision: '',
      flags: [],
      node: 'v20',
      system: 'Linux',
      processor: 'any',
      cores: 2,
      memoryBytes: 1,
      arguments: [],
    },
    variants: [],
    settings: [
      {
        slowdown,
        network: 'none',
        throttle: [],
        calibration: [],
        runs: [],
        stopped: '',
        measures: [{ key: 'mainCpuMs', title: 'Main', unit: 'ms', values: { workers: [...workers] } }],
        steps: [],
        offload: [],
        boundary: [],
        timelines: {},
      },
    ],
    limits: [],
  };
}

async function write(...reports: readonly unknown[]): Promise<string[]> {
  const folder = await temporaryFolder();
  return Promise.all(
    reports.map(async (one, index) => {
      const path = join(folder, `${index}.json`);
      await writeFile(path, JSON.stringify(one));
      return path;
    }),
  );
}

test('a diff exits with the code for worse if the second report costs the main thread more', async () => {
  const { code, text } = await runMain('diff', ...(await write(report([10, 11, 9]), report([20, 21, 19]))));
  expect(code).toBe(EXIT.worse);
  expect(text).toMatch(/Main\s+workers\s+10\.0\s+20\.0\s+\+10\.0 .* worse/);
});

test.for([
  [[20, 21, 19], [10, 11, 9], /^Not worse: 1 of 1 figures of main are lower/],
  [[10, 30, 20], [12, 31, 23], /^Cannot tell them apart: each of 1 figures of main differs by no more than chance/],
  [[10], [20], /^Cannot tell whether it is worse: too few rounds/],
] as const)('a diff of reports with %j and %j ms begins with a verdict in words', async ([before, after, verdict]) => {
  const { code, text } = await runMain('diff', ...(await write(report(before), report(after))));
  expect(code).toBe(EXIT.done);
  expect(text).toMatch(verdict);
});

/** The report with a change of its only setting. */
function withSetting(one: Report, change: Partial<Report['settings'][number]>): Report {
  return { ...one, settings: one.settings.map((setting) => ({ ...setting, ...change })) };
}
const RUN = {
  index: 0,
  round: 0,
  variant: 'workers' as const,
  otherCores: 0.2,
  busyShare: 0.5,
  mainCpuMs: 1,
  discarded: null,
};
const TARGET = { target: 'Player main', askedRate: 6, measuredRate: 5.6, note: '' };

const DOUBTFUL: readonly (readonly [Partial<Report['settings'][number]>, string])[] = [
  [{ throttle: [{ ...TARGET, measuredRate: 1.2 }] }, 'Player main was asked for 6×, and measured 1.2×'],
  [{ runs: [{ ...RUN, otherCores: 1.8 }] }, 'other processes took up to 1.8 of its 2 cores'],
  [
    { calibration: [{ lane: 'Player main, spans', plantedMs: 150, foundMs: 133, elsewhereMs: 0, isFound: false }] },
    'Void: of the work that was planted to check the tool it found 133 of 150 ms in Player main, spans',
  ],
];

test.for(DOUBTFUL)('a machine that did not run as requested gets no verdict: %j', async ([change, doubt]) => {
  const doubtful = withSetting(report([20, 21, 19]), { runs: [RUN], throttle: [TARGET], ...change });
  const { code, text } = await runMain('diff', ...(await write(report([10, 11, 9]), doubtful)));
  expect(code).toBe(EXIT.done);
  expect(text).toMatch(/^Cannot tell whether it is worse \(CPU 1×, network none\)\. Of the second report: /);
  expect(text).toContain(doubt);
  expect(text).not.toMatch(/ worse$/m);
  const [setting] = doubtful.settings;
  expect(setting === undefined ? '' : describeSetting(setting, 2)).toMatch(/^\nCPU 1×.*\n {2}! .*\n/);
  // A doubtful figure has no verdict in any view.
  const [measure] = setting?.measures ?? [];
  if (setting === undefined || measure === undefined) expect.unreachable();
  const judged = { ...setting, measures: [{ ...measure, verdict: 'better' as const }] };
  expect(withoutDoubtfulVerdicts(judged, 2).measures.map(({ verdict }) => verdict)).toEqual([undefined]);
  expect(withoutDoubtfulVerdicts({ ...judged, runs: [RUN], throttle: [], calibration: [] }, 2).measures).toEqual(
    judged.measures,
  );
});

test('there are no doubts about a quiet machine that was slowed down as requested', () => {
  const [setting] = withSetting(report([1, 2]), { runs: [RUN], throttle: [TARGET] }).settings;
  expect(setting === undefined ? null : doubtsOf(setting, 2)).toEqual([]);
});
