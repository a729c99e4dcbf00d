// @module-tag random
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { positionAt } from '../../../../src/page/player/player.ts';
import { createPlayer } from '../../../support/player-harness.ts';
import { VIDEO_SECONDS } from '../../../support/video-response.ts';
import { randomRuns } from '../../../support/random-runs.ts';
import { anyEngine, anyStep, illegalSteps, PlayerModelRun, VIDEOS } from '../../../support/player-model.ts';

/** The position is sampled once a second, and an engine that was replaced continues at the last sample. */
const TOLERANCE_SECONDS = 1.1;

test('after random requests and engine events the player is in the requested state', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyStep, { minLength: 1, maxLength: 25 }),
      anyEngine,
      fc.integer({ min: 0, max: 900 }),
      async (steps, engine, responseMs) => {
        const harness = createPlayer({ script: engine });
        harness.responseMs = responseMs;
        const model = new PlayerModelRun(harness);
        harness.player.onEvent(({ name, data }) => {
          if (name === 'onStateChange' && data === PLAYER_STATE.ended) model.noteEnd();
        });
        for (const step of steps) await model.run(step);
        await model.rest();
        const { expected } = model;
        const { element, player, clock, states, events, unsettled } = harness;
        const snapshot = player.getSnapshot();
        const seconds = positionAt(snapshot, clock.monotonicNow());
        expect(illegalSteps(states)).toEqual([]);
        expect(unsettled).toEqual([]);
        expect(snapshot).toMatchObject({ seeking: false, waiting: false, volume: expected.volume });
        expect(snapshot.error === null).toBe(expected.phase !== 'failed');
        if (expected.videoId !== '') expect(snapshot.video.videoId).toBe(expected.videoId);
        if (expected.phase === 'shown' && !expected.isOpen) {
          expect([element.paused, element.playbackRate]).toEqual([!expected.playing, expected.rate]);
          expect(snapshot.state).toBe(
            expected.playing
              ? PLAYER_STATE.playing
              : expected.fromSeconds === VIDEO_SECONDS
                ? PLAYER_STATE.ended
                : PLAYER_STATE.paused,
          );
          expect(Math.abs(element.currentTime - seconds)).toBeLessThan(0.2);
          const from = Math.min(expected.fromSeconds, VIDEO_SECONDS - 0.3);
          expect(seconds).toBeGreaterThan(from - TOLERANCE_SECONDS - expected.slackSeconds);
          if (!expected.playing) expect(seconds).toBeLessThan(from + TOLERANCE_SECONDS);
        } else if (!expected.isOpen) expect(element.paused).toBe(true);
        const count = (name: string) => events.filter((event) => event.name === name).length;
        expect(count('onSeeked')).toBeLessThanOrEqual(count('onSeeking'));
        expect(count('onReady')).toBeLessThanOrEqual(1);
      },
    ),
    {
      numRuns: randomRuns(10_000),
      examples: [
        // At twice the speed the element stops at the end of its data, and its event about this arrives late.
        [
          [
            { kind: 'load', videoId: VIDEOS[0], startSeconds: 0 },
            { kind: 'wait', delayMs: 120 },
            { kind: 'busy', delayMs: 552 },
            { kind: 'rate', rate: 2 },
            { kind: 'wait', delayMs: 2_258 },
            { kind: 'pause' },
          ],
          { openMs: 0, metadataMs: 0, dataMs: 521, segmentSeconds: 2, seeksToStart: false },
          306,
        ],
      ],
    },
  );
});
