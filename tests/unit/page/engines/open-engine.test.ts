import { expect, test } from 'vitest';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { createSpans } from '../../../support/fake-spans.ts';
import type { MediaEngine, MediaSourceDescription } from '../../../../protocol/media/media-engine.ts';
import { readMediaSupport, type MediaSupport } from '../../../../src/page/engines/media-support.ts';
import { chooseMediaPath, openEngine } from '../../../../src/page/engines/open-engine.ts';

const NOTHING: MediaSourceDescription = { videoId: 'a', progressive: [], isLive: false, startSeconds: 0 };
const HLS = { ...NOTHING, hlsManifestUrl: '/film.m3u8' };
const FILE = { ...NOTHING, progressive: [{ url: '/a.mp4', mimeType: 'video/mp4', height: 240 }] };

const PROTECTED = { ...HLS, drm: { 'org.w3.clearkey': { licenseUrl: '/license' } } };

const ALL: MediaSupport = { mediaSource: true, mediaSourceInWorker: true, nativeHls: true };
const NO_WORKER = { ...ALL, mediaSourceInWorker: false };
const NATIVE = { ...NO_WORKER, mediaSource: false };
const RECEIVER = { ...ALL, isForReceiver: true };
const NONE = { ...NATIVE, nativeHls: false };

test.each([
  ['worker', HLS, ALL],
  ['progressive', { ...HLS, ...FILE, hlsManifestUrl: HLS.hlsManifestUrl }, RECEIVER],
  ['native', HLS, RECEIVER],
  ['worker', HLS, { ...RECEIVER, nativeHls: false }],
  ['main', PROTECTED, RECEIVER],
  ['main', HLS, NO_WORKER],
  ['native', HLS, NATIVE],
  ['progressive', { ...HLS, ...FILE }, NONE],
  ['progressive', FILE, ALL],
  ['html5.missingapi', HLS, NONE],
  ['html5.unsupportedlive', { ...FILE, isLive: true }, ALL],
  ['html5.unsupportedlive', { ...HLS, isLive: true }, NONE],
  ['fmt.noneavailable', NOTHING, ALL],
  ['main', PROTECTED, ALL],
  ['drm.unavailable', PROTECTED, NATIVE],
  ['progressive', { ...PROTECTED, ...FILE, hlsManifestUrl: HLS.hlsManifestUrl }, NATIVE],
] as const)('the media path is %s for the source %j with the support %j', (path, source, support) => {
  expect(chooseMediaPath(source, support)).toBe(path);
});

const TRACKS = { length: 2, 0: { enabled: true }, 1: { enabled: false } };

async function open(source: MediaSourceDescription, support: MediaSupport, loadsEngine = true, more: object = {}) {
  const element = Object.assign(new EventTarget(), { isElement: true, ...more }) as unknown as HTMLVideoElement;
  const driven: unknown[] = [];
  const opened = await openEngine(source, {
    element,
    clock: createFakeClock(),
    spans: createSpans(createFakeClock(), 'main'),
    support,
    createWorkerEngine: () => ({ path: 'worker' }) as MediaEngine,
    takeHeadStart: () => null,
    loadHlsEngine: () =>
      loadsEngine
        ? Promise.resolve({
            createMediaEngine: (media) => {
              driven.push(media);
              return { path: 'main' } as MediaEngine;
            },
          })
        : Promise.reject(new TypeError('not loaded')),
  });
  return { opened, driven, element };
}

test.each([
  ['worker', ALL],
  ['main', NO_WORKER],
  ['native', NATIVE],
  ['progressive', NONE],
] as const)('an engine of the path %s is opened with the support %j', async (path, support) => {
  expect((await open({ ...HLS, ...FILE }, support)).opened).toMatchObject({ ok: true, value: { path } });
});

test('on native HLS a sound track can be chosen if the browser lists sound tracks', async () => {
  const { opened, element } = await open(HLS, NATIVE, true, { audioTracks: Object.assign(new EventTarget(), TRACKS) });
  if (!opened.ok) throw new Error(opened.message);
  opened.value.setAudioTrack('1');
  expect(element).toMatchObject({ audioTracks: { 0: { enabled: false }, 1: { enabled: true } } });
});

test('an engine that fails to load has the error net.connect, and a source without a path has the error of its reason', async () => {
  expect((await open(HLS, NO_WORKER, false)).opened).toMatchObject({ ok: false, code: 'net.connect' });
  expect((await open(NOTHING, ALL)).opened).toMatchObject({ ok: false, code: 'fmt.noneavailable' });
});

const element = (response: string) => ({ canPlayType: () => response }) as unknown as HTMLVideoElement;

test('MediaSource in the worker requires the browser’s support and the page’s permission', () => {
  const able = { canConstructInDedicatedWorker: true };
  expect(readMediaSupport({ MediaSource: able }, element(''), true)).toEqual({
    mediaSource: true,
    mediaSourceInWorker: true,
    nativeHls: false,
  });
  expect(readMediaSupport({ MediaSource: able }, element(''), false).mediaSourceInWorker).toBe(false);
  expect(readMediaSupport({ MediaSource: {} }, element('maybe'), true)).toEqual({
    mediaSource: true,
    mediaSourceInWorker: false,
    nativeHls: true,
  });
  expect(readMediaSupport({}, element(''), true)).toMatchObject({ mediaSource: false, mediaSourceInWorker: false });
});

test('ManagedMediaSource is preferred to MediaSource', () => {
  const scope = { ManagedMediaSource: { canConstructInDedicatedWorker: true }, MediaSource: {} };
  expect(readMediaSupport(scope, element(''), true).mediaSourceInWorker).toBe(true);
});
