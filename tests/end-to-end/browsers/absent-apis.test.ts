// @module-tag thorough
import { describe, expect } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { flush, freshPrefix, logEvents, test, visit } from '../reliability/support/fault-lab.ts';
import { waitForTime } from '../support/player-page.ts';
import { newerThan } from './support/absent-apis.ts';
import { takeAway, type ApiName } from './support/take-away.ts';

/** Stands for old phones: a Chromium from which newer interfaces are removed, one at a time and all at once. */

const EVENT_COUNT = 60;

function oldest(engine: 'chrome' | 'firefox' | 'safari'): readonly ApiName[] {
  const [, version] = manifest.browserslist.find((browser) => browser.startsWith(engine))?.split(' ') ?? [];
  const names = newerThan(engine, Number(version));
  if (names.length < 100) throw new Error(`${names.length} interfaces newer than ${engine} ${version}`);
  return names;
}

const ONE_AT_A_TIME: Readonly<Record<string, readonly ApiName[]>> = {
  'MediaSource in workers': ['MediaSource.canConstructInDedicatedWorker', 'MediaSourceHandle'],
  compression: ['CompressionStream', 'DecompressionStream'],
  'Web Locks': ['Navigator.locks', 'WorkerNavigator.locks', 'LockManager'],
  'callbacks of video frames': ['HTMLVideoElement.requestVideoFrameCallback'],
};
const NEWER: Readonly<Record<string, readonly ApiName[]>> = {
  'what Chromium has had since': oldest('chrome'),
  'what Firefox lacked': oldest('firefox'),
  'what Safari lacked': oldest('safari'),
};
const ALL: readonly ApiName[] = Object.values({ ...ONE_AT_A_TIME, ...NEWER }).flat();

describe.each([...Object.entries(ONE_AT_A_TIME), ...Object.entries(NEWER), ['all of this', ALL] as const])(
  'without %s',
  (_, names) => {
    test('a stream plays without the removed interfaces, and no event is lost over a reload and a closed page [X6]', async ({
      lab,
    }) => {
      const problems: string[] = [];
      const encodings = new Set<string | undefined>();
      await takeAway(lab.context, names);
      lab.context.on('weberror', (error) => problems.push(error.error().message));
      lab.context.on('request', (request) => {
        if (request.url().includes('log_event')) encodings.add(request.headers()['content-encoding']);
      });
      const first = freshPrefix('absent');
      const second = freshPrefix('absent');
      const { page, frame } = await visit(lab.context, lab.hostUrl);
      await frame.click('#big-play');
      await waitForTime(frame, 1);
      await logEvents(frame, first, EVENT_COUNT);
      // Without locks, the next page waits two minutes before it sends the stored events of this page (S5).
      if (names.includes('LockManager')) await flush(frame);
      await page.reload();
      await page.close();
      const again = await visit(lab.context, lab.hostUrl);
      await again.frame.click('#big-play');
      await waitForTime(again.frame, 1);
      await logEvents(again.frame, second, EVENT_COUNT);
      await lab.provider.expectEachOnce({ prefix: first, count: EVENT_COUNT }, { prefix: second, count: EVENT_COUNT });
      expect(problems).toEqual([]);
      expect([...encodings]).toContain('gzip');
    });
  },
);

test.for(Object.entries({ ...NEWER, 'all of this': ALL }))(
  'without %s the element, the promise client and the script play on a host page',
  async ([, names], { lab }) => {
    await takeAway(lab.context, names);
    const page = await lab.context.newPage();
    const problems: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    await page.goto(
      lab.site.page(`<!doctype html><title>Host</title><link rel="icon" href="data:,">
        <div id="scripted"></div><div id="promised"></div>
        <oriel-player video-id="orielmp4001" autoplay muted aspect-ratio="4/3" style="width: 320px"></oriel-player>
        <script type="module" src="${lab.playerOrigin}/oriel-player.js"></script>
        <script type="module">
          import { createPlayer } from '${lab.playerOrigin}/oriel.js';
          const player = await createPlayer('#promised', { videoId: 'orieldemo01', width: 320, height: 180, parameters: { mute: true } });
          await player.play();
        </script>
        <script src="${lab.playerOrigin}/iframe_api"></script>
        <script>
          new YT.Player('scripted', { videoId: 'orieldemo01', width: 320, height: 180, playerVars: { mute: 1 }, events: { onReady: ({ target }) => target.playVideo() } });
        </script>`),
    );
    // All frames are visible, because the browser does not draw hidden frames.
    await expect.poll(() => page.frames().length).toBe(4);
    for (const frame of page.frames().slice(1)) await waitForTime(frame, 0.5);
    const box = await page.locator('oriel-player').boundingBox();
    expect([box?.width, box?.height, problems]).toEqual([320, 240, []]);
  },
);
