import type { StreamCue } from '../../../../protocol/media/stream-cues.ts';

/** A cue without a document. hls.js creates it for WebVTT and IMSC1 in a worker, which has no `VTTCue`. */
export class PlainCue implements StreamCue {
  id = '';
  startTime: number;
  endTime: number;
  text: string;
  line: StreamCue['line'] = 'auto';
  snapToLines = true;
  lineAlign: StreamCue['lineAlign'] = 'start';
  position: StreamCue['position'] = 'auto';
  positionAlign: StreamCue['positionAlign'] = 'auto';
  size = 100;
  align: StreamCue['align'] = 'center';
  vertical: StreamCue['vertical'] = '';

  constructor(startTime: number, endTime: number, text: string) {
    this.startTime = startTime;
    this.endTime = endTime;
    this.text = text;
  }
}
