import { onTestFinished } from 'vitest';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { AHEAD } from '../../../../protocol/media/spherical.ts';
import type { PlayerSnapshot } from '../../../../src/page/player/player.ts';
import { notices } from '../../../../src/page/interface/shared/notices.ts';
import { sectionLoop } from '../../../../src/page/interface/seek/section-loop.ts';
import { viewerMemory } from '../../../../src/page/interface/shared/viewer-memory.ts';
import { VIDEO } from '../../../support/fake-player.ts';
import { FakeReceivers } from '../../../support/fake-receivers.ts';
import { LIVE_FACTS } from '../../../support/live-facts.ts';
import { give } from './give.ts';
import type { OpenInterface } from './open-interface.ts';
import { until } from './until.ts';

/** A snapshot with every optional field, so that nearly every feature has something to show. */
export const EVERYTHING: Partial<PlayerSnapshot> = {
  live: LIVE_FACTS,
  video: {
    ...VIDEO,
    chapters: [
      { title: 'Sand', startSeconds: 0 },
      { title: 'Sea', startSeconds: 10 },
    ],
    response: {
      playabilityStatus: { status: 'OK' },
      streamingData: {
        progressive: [{ url: 'data:,', mimeType: 'video/mp4', width: 16, height: 9, bitrate: 1 }],
        isLive: false,
      },
      attestation: { scriptUrl: '/check.js', program: '' },
      viewerState: { subscribed: false, channelPreference: 'all', playlists: [] },
    },
    isSpherical: true,
  },
  captions: {
    tracks: [{ url: '/en.vtt', languageCode: 'en', name: 'English', kind: 'captions', isDefault: true }],
    active: 0,
    hasFailed: false,
    moduleLoaded: true,
    fontSize: 0,
    cues: [new VTTCue(0, 20, 'Four small worlds')],
  },
  playlist: { videoIds: ['orieldemo01', 'orieldemo02'], index: 0, listId: null, shuffled: false, details: null },
  spherical: AHEAD,
  waiting: true,
  muted: true,
  autoplayBlocked: true,
  pictureInPicture: true,
};

/** Causes the events after which the remaining features show, such as a notice and a pointer on the seek bar. */
export async function letEverythingHappen({ player, features, container }: OpenInterface): Promise<void> {
  features.get(viewerMemory).write('positions', [[VIDEO.videoId, 9]]);
  onTestFinished(() => features.get(viewerMemory).forget('positions'));
  player.goTo(PLAYER_STATE.playing);
  // Waits until playback is shown, so that the pause below follows playback.
  await until(() => container.querySelectorAll('[data-icon="pause"]').length).toBe(1);
  player.set({ position: { seconds: 16, atMs: 0, rate: 0 } });
  player.execute({ name: 'pauseVideo', arguments: [] }, 'viewer');
  player.goTo(PLAYER_STATE.paused);
  features.get(notices).show('Paused', { icon: 'pause', forMs: Number.POSITIVE_INFINITY });
  features.get(sectionLoop).start(5);
  container
    .querySelector('.seek')
    ?.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'mouse', clientX: 100, bubbles: true }));
}

/** Shows the name of a control by synthetic events; the real mouse may rest elsewhere, which hides the name again. */
export function pointAtControl({ features, container, clock }: OpenInterface): void {
  features.playback.attention.send('pointed');
  container
    .querySelector('[data-icon="settings"]')
    ?.dispatchEvent(new PointerEvent('pointerover', { pointerType: 'mouse', bubbles: true }));
  void clock.advance(350);
}

/** Announces an AirPlay receiver. Safari fires this event for every new listener. */
export function announceAirPlay({ given }: OpenInterface): void {
  const event = new Event('webkitplaybacktargetavailabilitychanged');
  given.page.media.dispatchEvent(Object.assign(event, { availability: 'available' }));
}

/** Adds features that only some browsers and devices have. */
export function haveEverything(): void {
  give(window, 'WebKitPlaybackTargetAvailabilityEvent', Event);
  give(HTMLMediaElement.prototype, 'remote', Object.assign(new FakeReceivers(), { isAvailable: true }));
  give(document, 'fullscreenEnabled', true);
  give(document, 'pictureInPictureEnabled', true);
}
