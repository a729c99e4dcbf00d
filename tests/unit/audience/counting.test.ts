import { expect, test } from 'vitest';
import { deviceOf } from '../../../src/provider/logs/device-of.ts';
import { bucketOf, percentile } from '../../../src/provider/operations/duration-buckets.ts';
import { changesOf, countedSecond, countedSeconds } from '../../../src/audience/counting/video-seconds.ts';
import { hostOf } from '../../../src/audience/counting/host-of.ts';

test('percentiles of buckets differ from the exact percentiles of the durations by less than a fifth', () => {
  const durations = Array.from({ length: 1_000 }, (_, index) => 30 + index ** 1.7);
  const counts = new Map<number, number>();
  for (const duration of durations) counts.set(bucketOf(duration), (counts.get(bucketOf(duration)) ?? 0) + 1);
  for (const share of [0.01, 0.5, 0.9, 0.99, 1]) {
    const exact = durations[Math.ceil(share * 1_000) - 1] ?? 0;
    expect((percentile(counts, share) ?? 0) / exact).toBeGreaterThan(0.81);
    expect((percentile(counts, share) ?? 0) / exact).toBeLessThan(1.2);
  }
});

test('two plays that meet at a second are counted to meet at the same step', () => {
  for (const second of [30.4, 30.6, 119.8, 121, 1_199, 1_207, 5_000])
    expect(
      changesOf(
        [
          [0, second],
          [second, second + 60],
        ],
        [[0, second]],
      ).length,
    ).toBeLessThanOrEqual(3);
  expect(countedSecond(1e9)).toBe(86_400);
});

test('a video of hours is counted in at most some hundred steps, to which plays are rounded', () => {
  const seconds = countedSeconds(7_200);
  expect(seconds.length).toBeLessThan(750);
  expect(seconds.map((second) => countedSecond(second))).toEqual(seconds);
  expect(countedSeconds(28)).toHaveLength(28);
});

test('a start in the middle counts as no skip, and playing skipped seconds later counts as no repeat', () => {
  expect(changesOf([[40, 60]], [])).toEqual([
    { second: 40, played: 1, repeated: 0, skipped: 0 },
    { second: 60, played: -1, repeated: 0, skipped: 0 },
  ]);
  const plays = [
    [0, 10],
    [50, 60],
    [20, 30],
  ] as const;
  expect(changesOf(plays, []).some(({ repeated }) => repeated !== 0)).toBe(false);
  expect(changesOf(plays, []).filter(({ skipped }) => skipped !== 0)).toMatchObject([{ second: 10 }, { second: 50 }]);
});

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1', 'Safari', 'iPhone'], // prettier-ignore
  ['Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36', 'Chrome', 'Android phone'], // prettier-ignore
  ['Mozilla/5.0 (Linux; Android 14; SM-X700) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Safari/537.36', 'Samsung Internet', 'Android tablet'], // prettier-ignore
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0', 'Edge', 'Windows'], // prettier-ignore
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Mac'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148', 'a web view', 'iPhone'], // prettier-ignore
  ['Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/94.0 Safari/537.36', 'Chrome', 'TV'], // prettier-ignore
  ['curl/8.5.0', 'other', 'other'],
])('the user agent %s is counted as %s on %s', (userAgent, browser, device) => {
  expect(deviceOf(userAgent)).toEqual({ browser, device });
});

test.each([
  ['https://News.example', 'news.example'],
  ['http://localhost:8080', 'localhost:8080'],
  ['null', 'hidden'],
  [undefined, 'opened on its own'],
  ['android-app://org.example', 'an app (android-app:)'],
  ['?', 'other'],
])('a player embedded by %s counts for the host %s', (embedder, host) => {
  expect(hostOf(embedder)).toBe(host);
});
