import { Events, type BufferAppendingData } from 'hls.js';
import { joined } from '../../../../protocol/runtime/media/transport/joined-bytes.ts';
import { SAMPLES_PER_FRAME } from '../../../../protocol/runtime/media/transport/sound-frame.ts';
import { soundFragment } from '../../head-start/transport/fragment.ts';
import { soundInit } from '../../head-start/transport/init-segment.ts';
import type { Correction } from './correction.ts';

/** Format of silence in AAC; `FRAME` is one frame of silence. */
const SAMPLES_PER_SECOND = 48_000;
const FORMAT = { config: [0x11, 0x88], codec: 'mp4a.40.2', samplesPerSecond: SAMPLES_PER_SECOND, channels: 1 } as const;
const AAC = /^mp4a\.40\.(?:2|5|29)$/i;
const FRAME = Uint8Array.of(0, 200, 0, 128, 35, 128);

/** Adds silence to MPEG-TS segments that have only pictures, such as a slate, in a stream with pictures and sound. */
export const fillSilence: Correction = {
  name: 'fill silence',
  reason:
    'Playback stops where one track has nothing, and hls.js loads no more, as the buffer of both tracks ends there.',
  upstream: 'video-dev/hls.js#2922',
  since: 'hls.js 1.7.4',
  follow({ hls }) {
    let appending: BufferAppendingData | undefined;
    let isAac = false;
    let isBesidePictures = false;
    hls.on(Events.BUFFER_CODECS, (_, { audio }) => {
      if (audio !== undefined) isAac = AAC.test(audio.codec ?? '');
    });
    hls.on(Events.BUFFER_APPENDING, (_, data) => {
      const track: string = data.parent;
      if (data.type === 'audio') isBesidePictures = track === 'main';
      else appending = data;
    });
    hls.on(Events.FRAG_PARSED, (_, { frag, part }) => {
      if (!isAac || !isBesidePictures || part || appending?.frag !== frag) return;
      const { audio, audiovideo } = frag.elementaryStreams;
      if (audio || audiovideo) return;
      const first = Math.round((frag.start * SAMPLES_PER_SECOND) / SAMPLES_PER_FRAME);
      const end = Math.ceil((frag.end * SAMPLES_PER_SECOND) / SAMPLES_PER_FRAME);
      const frames = Array.from({ length: end - first }, () => FRAME);
      const data = joined([soundInit(FORMAT), soundFragment(frames, first * SAMPLES_PER_FRAME)]);
      hls.trigger(Events.BUFFER_APPENDING, { ...appending, type: 'audio', data, offset: 0 });
    });
  },
};
