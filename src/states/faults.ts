import type { FrameWindow } from './frame-window.ts';
import type { Fault } from './viewer.ts';

const MEDIA = /\.(?:m4s|mp4|m3u8)/;
const SEGMENTS = /\.m4s/;

/** Patches a frame's window before its page runs, to simulate a fault. Requests of workers cannot be patched. */
export const FAULTS: Readonly<Record<Fault, (frame: FrameWindow) => void>> = {
  'media fail'(frame) {
    const { open } = frame.XMLHttpRequest.prototype;
    frame.XMLHttpRequest.prototype.open = function openFailing(
      this: XMLHttpRequest,
      method: string,
      address: string | URL,
    ): void {
      const url = String(address);
      open.call(this, method, MEDIA.test(url) ? url.replace(MEDIA, '.missing') : url, true);
    };
  },
  'segments never come'(frame) {
    const { open, send } = frame.XMLHttpRequest.prototype;
    const silent = new WeakSet<XMLHttpRequest>();
    frame.XMLHttpRequest.prototype.open = function openSilent(
      this: XMLHttpRequest,
      method: string,
      address: string | URL,
    ): void {
      if (SEGMENTS.test(String(address))) silent.add(this);
      open.call(this, method, address, true);
    };
    frame.XMLHttpRequest.prototype.send = function sendUnlessSilent(this: XMLHttpRequest, body): void {
      if (!silent.has(this)) send.call(this, body);
    };
  },
  /** Simulates a browser that plays sound only after a gesture. */
  'sound needs a gesture'(frame) {
    const { play } = frame.HTMLMediaElement.prototype;
    frame.HTMLMediaElement.prototype.play = function playMuted(this: HTMLMediaElement): Promise<void> {
      if (this.muted) return play.call(this);
      return Promise.reject(new frame.DOMException('not allowed', 'NotAllowedError'));
    };
  },
};
