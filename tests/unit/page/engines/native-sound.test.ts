import { expect, test } from 'vitest';
import type { MediaEngineState } from '../../../../protocol/media/media-engine.ts';
import { withSoundTracks, type NativeSoundTrack } from '../../../../src/page/engines/native-sound.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { FakeEngine } from '../../../support/fake-engine.ts';
import { FakeMediaElement } from '../../../support/fake-media-element.ts';

/** The list `audioTracks` of Safari. */
class SoundTracks extends EventTarget {
  [index: number]: NativeSoundTrack;
  length = 0;

  add(track: NativeSoundTrack): void {
    this[this.length++] = track;
    this.dispatchEvent(new Event('addtrack'));
  }
}

function open() {
  const audioTracks = new SoundTracks();
  const clock = createFakeClock();
  const native = new FakeEngine(new FakeMediaElement(clock), clock);
  const engine = withSoundTracks(native, { audioTracks } as unknown as HTMLVideoElement);
  const states: MediaEngineState[] = [];
  engine.on('state', (state) => states.push(state));
  return { audioTracks, native, engine, states };
}

test('the sound tracks of native HLS are listed with their languages and roles', () => {
  const { audioTracks, native, states } = open();
  audioTracks.add({ kind: 'main', label: 'English', language: 'en', enabled: true });
  expect(states).toEqual([]);
  native.tell({ quality: 'hd720' });
  audioTracks.add({ kind: 'main-desc', label: 'English', language: 'en', enabled: false });
  audioTracks.add({ kind: 'description', label: '', language: 'de', enabled: false });
  audioTracks.add({ kind: 'commentary', label: '', language: '', enabled: false });
  expect(states.at(-1)).toMatchObject({
    quality: 'hd720',
    audioTrack: '0',
    audioTracks: [
      { id: '0', name: 'English', languageCode: 'en', isDescribed: false },
      { id: '1', name: 'English', languageCode: 'en', isDescribed: true },
      { id: '2', name: 'de', languageCode: 'de', isDescribed: true },
      { id: '3', name: '4', languageCode: '', isDescribed: false },
    ],
  });
});

test('choosing a sound track of native HLS disables the other tracks, and a detached engine reports nothing', () => {
  const { audioTracks, native, engine, states } = open();
  audioTracks.add({ kind: 'main', label: 'English', language: 'en', enabled: true });
  audioTracks.add({ kind: 'main-desc', label: 'English', language: 'en', enabled: false });
  native.tell({});
  engine.setAudioTrack('1');
  expect([audioTracks[0]?.enabled, audioTracks[1]?.enabled]).toEqual([false, true]);
  audioTracks.dispatchEvent(new Event('change'));
  expect(states.at(-1)).toMatchObject({ audioTrack: '1' });
  engine.detach();
  const told = states.length;
  audioTracks.dispatchEvent(new Event('change'));
  expect(states).toHaveLength(told);
});
