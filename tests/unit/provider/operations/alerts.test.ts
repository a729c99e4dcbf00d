import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { AlertBoard } from '../../../../src/provider/operations/alert-board.ts';
import type { Situation } from '../../../../src/provider/operations/alert-rule.ts';
import { ALERT_NAMES, ALERTS } from '../../../../src/provider/operations/alerts.ts';
import { LOAD_STEP_MS, LoadHistory } from '../../../../src/provider/operations/load-history.ts';
import { RecentSources } from '../../../../src/provider/operations/recent-sources.ts';
import { problemOf } from '../../../../src/provider/database/storage-errors.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const HALF_FULL = { name: 'log', rows: 10, bytes: 50, allowedBytes: 100, shareBytes: 52 } as const;
const BUDGETS = { usedBytes: 50, maxBytes: 100, budgets: [HALF_FULL], shed: [] };

function createBoard() {
  const clock = createFakeClock();
  const load = new LoadHistory(clock);
  const refused = new RecentSources(clock, 300_000);
  const failed = new RecentSources(clock, 3_600_000);
  const situation = (): Situation => ({
    ...{ writes: 'well', writeProblem: 'unknown', writeFailures: 0, budgets: BUDGETS, load, catalogProblems: 0 },
    ...{ playbacks: { attempts: 0, failed: 0, networks: 0 }, openReports: { videos: 0, people: 0, networks: 0 } },
    ...{
      forgottenShare: 0,
      refusals: refused.lately(),
      failedSignIns: failed.lately()[0] ?? { count: 0, networks: 0 },
    },
  });
  const lines: object[] = [];
  const write = (fields: object, message: string): void => void lines.push({ message, ...fields });
  let over: Partial<Situation> = {};
  const board = new AlertBoard({
    clock,
    log: { debug: write, info: write, warn: write, error: write },
    situation: () => ({ ...situation(), ...over }),
    tally: (sources) => (sources === 'refusals' ? refused : failed).tally(),
  });
  return {
    clock,
    load,
    board,
    lines,
    /** Records refusals of a limit, spread over this many networks. */
    refuse(limit: string, count: number, networks = 1): void {
      for (let index = 0; index < count; index += 1) refused.add(limit, `network ${index % networks}`);
    },
    failSignIns(count: number, networks: number): void {
      for (let index = 0; index < count; index += 1) failed.add('failed', `network ${index % networks}`);
    },
    change: (to: Partial<Situation>): void => void (over = to),
    names: (): string[] => board.raised().map(({ name }) => name),
  };
}

test('the monitoring documentation lists every alert with the condition and the remedy of its table', async () => {
  const text = await readFile('src/provider/deployment/monitoring.md', 'utf8');
  const rows = text
    .split('\n')
    .filter((line) => /^\| `[a-z]+_[a-z_]+` +\|.*\|.*\|$/.test(line))
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter(([name]) => ALERT_NAMES.some((known) => name === `\`${known}\``));
  expect(rows).toEqual(
    Object.entries(ALERTS).map(([name, { condition, whatToDo }]) => [`\`${name}\``, condition, whatToDo]),
  );
});

test('a quiet provider has no alert', async () => {
  const { clock, load, names } = createBoard();
  for (let step = 0; step < 20; step += 1) {
    load.request(5);
    await clock.advance(LOAD_STEP_MS);
  }
  expect(names()).toEqual([]);
});

test('an alert has the time at which its condition began, even without requests, and ends with its condition', async () => {
  const { clock, board, change } = createBoard();
  await clock.advance(60_000);
  const beganMs = clock.now();
  change({ writes: 'failing' });
  await clock.advance(600_000);
  const [alert] = board.raised();
  expect(alert).toMatchObject({ name: 'writes_failing', whatToDo: ALERTS.writes_failing.whatToDo });
  expect((alert?.sinceMs ?? 0) - beganMs).toBeLessThanOrEqual(10_000);
  change({});
  expect(board.raised()).toEqual([]);
});

test.each([
  ['SQLITE_FULL', 'it is full', 'ORIEL_DATABASE_MAX_BYTES'],
  ['SQLITE_CORRUPT', 'its file is damaged', 'restore the last backup'],
  ['SQLITE_NOTADB', 'its file is damaged', 'restore the last backup'],
  ['SQLITE_BUSY_SNAPSHOT', 'another program holds its lock', 'end that'],
  ['SQLITE_IOERR_WRITE', 'its disk cannot be written', 'log of the system'],
])('when writes fail with %s, the alert names the cause and the remedy', (code, cause, remedy) => {
  const { board, change } = createBoard();
  change({ writes: 'failing', writeProblem: problemOf({ code }) });
  const [alert] = board.raised();
  expect(alert?.says).toBe(`The database takes no writes: ${cause}.`);
  expect(alert?.whatToDo).toContain(remedy);
});

test.each([
  ['a tenth of many networks', { attempts: 100, failed: 10, networks: 3 }, true],
  ['few attempts', { attempts: 9, failed: 9, networks: 9 }, false],
  ['one network, which may be one client', { attempts: 100, failed: 100, networks: 2 }, false],
  ['a small share', { attempts: 1_000, failed: 99, networks: 90 }, false],
])('failed playbacks raise an alert only if enough attempts of enough networks fail: %s', (_, playbacks, isRaised) => {
  const { change, names } = createBoard();
  change({ playbacks });
  expect(names()).toEqual(isRaised ? ['playbacks_failing'] : []);
});

test('open reports of videos raise an alert with the numbers of people, networks and videos', () => {
  const { board, change } = createBoard();
  change({ openReports: { videos: 2, people: 3, networks: 2 } });
  expect(board.raised()).toMatchObject([
    { name: 'videos_reported', says: '3 people from 2 networks reported 2 videos.' },
  ]);
  change({ openReports: { videos: 1, people: 1, networks: 1 } });
  expect(board.raised()).toMatchObject([{ says: '1 person from 1 network reported 1 video.' }]);
  change({});
  expect(board.ended()).toMatchObject([{ total: 'Open reports of at most 3 people at once.' }]);
});

test('an ended alert is shown for a day, and its start and its end are logged', async () => {
  const { clock, board, lines, change } = createBoard();
  const beganMs = clock.now();
  change({ writes: 'failing', writeProblem: 'full', writeFailures: 3 });
  board.raised();
  change({ writes: 'failing', writeProblem: 'full', writeFailures: 2_000 });
  await clock.advance(600_000);
  change({ writeFailures: 2_000 });
  expect(board.ended()).toEqual([
    {
      name: 'writes_failing',
      says: 'The database takes no writes: it is full.',
      sinceMs: beganMs,
      untilMs: beganMs + 600_000,
      total: '2,000 writes failed.',
    },
  ]);
  expect(lines).toMatchObject([
    { message: 'an alert was raised', alert: 'writes_failing' },
    { message: 'an alert has ended', alert: 'writes_failing', lastedMs: 600_000 },
  ]);
  clock.jumpWallClock(86_400_000);
  expect(board.ended()).toEqual([]);
  expect(lines).toHaveLength(2);
});

test('the latest hundred ended alerts are kept', async () => {
  const { clock, board, change } = createBoard();
  for (let index = 0; index < 150; index += 1) {
    change({ catalogProblems: index + 1 });
    board.raised();
    change({});
    board.raised();
    await clock.advance(60_000);
  }
  expect(board.ended()).toHaveLength(100);
  expect(board.ended()[0]).toMatchObject({ says: 'Problems of the catalog: 150.' });
});

test('an alert that returns within a minute stays one alert, and its repeats are logged once a minute', async () => {
  const { clock, board, lines, change } = createBoard();
  const beganMs = clock.now();
  for (let index = 0; index < 100; index += 1) {
    change({ catalogProblems: index + 1 });
    board.raised();
    await clock.advance(500);
    change({});
    board.raised();
    await clock.advance(500);
  }
  expect(board.ended()).toEqual([
    {
      ...{ name: 'catalog_problems', says: 'Problems of the catalog: 1.', total: 'At most 100 problems at once.' },
      ...{ sinceMs: beganMs, untilMs: beganMs + 99_500 },
    },
  ]);
  expect(lines).toHaveLength(4);
  expect(lines[3]).toEqual({
    ...{ message: 'an alert has ended', alert: 'catalog_problems', change: 'ended' },
    ...{ repeats: expect.any(Number), withinMs: 60_000 },
  });
});

test('once writes succeed again, the alert describes their failure in the past tense', () => {
  const { board, change } = createBoard();
  change({ writes: 'recovering' });
  expect(board.raised()).toMatchObject([
    { says: 'Writes to the database failed within the last minute. The latest succeeded.' },
  ]);
});

test.each([
  [1, 'most by calls_per_address from 1 network.'],
  [12, 'most by calls_per_address from 12 networks.'],
  [256, 'most by calls_per_address from 256 or more networks.'],
])('the alert on refusals names the limit with the most refusals, and its %i networks', (networks, says) => {
  const { refuse, board } = createBoard();
  refuse('calls_per_address', 300, networks);
  refuse('connections', 5);
  expect(board.raised()).toMatchObject([{ name: 'requests_refused', says: expect.stringContaining(says) }]);
});

test('twenty failed sign-ins raise an alert, nineteen do not', () => {
  const { board, change, names } = createBoard();
  change({ failedSignIns: { count: 19, networks: 19 } });
  expect(names()).toEqual([]);
  change({ failedSignIns: { count: 20, networks: 20 } });
  expect(board.raised()).toMatchObject([
    { name: 'sign_ins_failing', says: '20 sign-ins of operators failed within an hour from 20 networks.' },
  ]);
});

test('an alert names each budget that is at least 90 % full', () => {
  const { board, change, names } = createBoard();
  change({ budgets: { ...BUDGETS, budgets: [{ ...HALF_FULL, bytes: 89 }] } });
  expect(names()).toEqual([]);
  change({ budgets: { ...BUDGETS, budgets: [{ ...HALF_FULL, bytes: 90 }] } });
  expect(board.raised()).toMatchObject([
    { name: 'budget_nearly_full', says: 'A part of the database is nearly full: log (90 %).' },
  ]);
});

test('shed rows raise an alert for an hour', async () => {
  const { clock, load, board, names } = createBoard();
  load.add('shedRows', 12_000);
  expect(board.raised()).toMatchObject([{ name: 'rows_shed', says: expect.stringContaining('12,000 rows') }]);
  await clock.advance(3_600_000 + LOAD_STEP_MS);
  expect(names()).toEqual([]);
});

test.each([
  ['errors', 'requests_failing', 4, 5],
  ['refused', 'requests_refused', 19, 20],
] as const)('%s raise the alert %s only from a minimum number and share of requests', (what, name, fewer, enough) => {
  const { load, refuse, names } = createBoard();
  const add = (count: number): void => (what === 'errors' ? load.add(what, count) : refuse('connections', count));
  add(fewer);
  expect(names()).toEqual([]);
  add(enough - fewer);
  expect(names()).toEqual([name]);
  for (let index = 0; index < 10_000; index += 1) load.request(5);
  expect(names()).toEqual([]);
});

test('slow responses raise an alert after two minutes, not after one minute', async () => {
  const { clock, load, names } = createBoard();
  const slowStep = async (): Promise<void> => {
    load.request(3_000);
    await clock.advance(LOAD_STEP_MS);
  };
  for (let step = 0; step < 2; step += 1) await slowStep();
  load.request(5);
  await clock.advance(LOAD_STEP_MS);
  for (let step = 0; step < 2; step += 1) await slowStep();
  expect(names()).toEqual([]);
  for (let step = 0; step < 3; step += 1) await slowStep();
  expect(names()).toEqual(['responses_slow']);
});

test('newcomers that wait for two minutes raise an alert although the responses to other requests are quick', async () => {
  const { clock, load, board, names } = createBoard();
  const step = async (waitMs: number): Promise<void> => {
    load.newcomer(waitMs);
    load.request(5);
    await clock.advance(LOAD_STEP_MS);
  };
  for (const waitMs of [2_000, 2_000, 2_000, 10]) await step(waitMs);
  expect(names()).toEqual([]);
  for (const waitMs of [2_000, 2_000, 2_000, 2_000, 11_000, 2_000]) await step(waitMs);
  expect(names()).toEqual(['newcomers_wait']);
  for (let index = 0; index < 2; index += 1) await step(10);
  expect(board.ended()).toMatchObject([{ name: 'newcomers_wait', total: 'A new viewer waited up to 11 s.' }]);
});

test('an ended alert sums the refusals of all limits over its whole duration, and its log line has the same numbers', async () => {
  const { clock, board, lines, refuse } = createBoard();
  refuse('sign_ins', 30, 2);
  expect(board.raised()).toMatchObject([{ says: 'Limits refused 30 requests or connections within five minutes, most by sign_ins from 2 networks.' }]); // prettier-ignore
  for (let minute = 0; minute < 20; minute += 1) {
    refuse('connections_per_address', 1_000, 300);
    await clock.advance(60_000);
  }
  await clock.advance(600_000);
  expect(board.ended()).toMatchObject([
    {
      says: expect.stringContaining('most by sign_ins'),
      total:
        '20,030 requests or connections refused, at most 6,030 within five minutes: ' +
        'connections_per_address 20,000 from 256 or more networks, sign_ins 30 from 2 networks.',
    },
  ]);
  expect(lines.at(-1)).toMatchObject({
    ...{ message: 'an alert has ended', sum: 20_030, peak: 6_030 },
    limits: [
      { limit: 'connections_per_address', count: 20_000, networks: 256, hasMoreNetworks: true },
      { limit: 'sign_ins', count: 30, networks: 2 },
    ],
  });
});

test('ended alerts of other kinds report their totals and peaks', async () => {
  const { clock, load, board, failSignIns, change } = createBoard();
  load.add('shedRows', 12_000);
  load.add('errors', 50);
  failSignIns(40, 7);
  change({ budgets: { ...BUDGETS, budgets: [{ ...HALF_FULL, bytes: 97 }] } });
  board.raised();
  await clock.advance(1_800_000);
  load.add('shedRows', 500);
  change({});
  await clock.advance(7_200_000);
  expect(Object.fromEntries(board.ended().map(({ name, total }) => [name, total]))).toEqual({
    budget_nearly_full: 'The fullest part held 97 % of what it may.',
    rows_shed: '12,500 rows deleted, at most 12,500 within an hour.',
    requests_failing: '50 requests failed, at most 50 within five minutes.',
    sign_ins_failing: '40 sign-ins failed from 7 networks, at most 40 within an hour.',
  });
});

test('refusals of six minutes ago do not count for a later alert, whose remedy fits the limit with the most refusals', async () => {
  const { clock, board, refuse, names } = createBoard();
  refuse('sign_ins', 19);
  await clock.advance(360_000);
  refuse('overload_logs', 19);
  expect(names()).toEqual([]);
  refuse('overload_logs', 1);
  expect(board.raised()).toMatchObject([
    { says: expect.stringContaining('most by overload_logs'), whatToDo: expect.stringContaining('larger machine') },
  ]);
  refuse('calls_per_address', 100);
  expect(board.raised()).toMatchObject([{ whatToDo: expect.stringContaining('a school behind one address') }]);
});

test('closing the board logs the end of raised alerts, with their totals', () => {
  const { board, lines, failSignIns } = createBoard();
  failSignIns(24, 1);
  board.raised();
  failSignIns(262, 1);
  board.close();
  expect(lines.at(-1)).toMatchObject({
    ...{ message: 'an alert has ended', alert: 'sign_ins_failing', isShutdown: true },
    total: expect.stringContaining('286 sign-ins failed') as string,
  });
});

test('a closed alert board leaves no timer', () => {
  const { clock, board } = createBoard();
  board.close();
  expect(clock.pendingCount()).toBe(0);
});
