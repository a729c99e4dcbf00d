import { expect, test } from 'vitest';
import { readSettings, type ElementSettings } from '../../../../src/host/element/attributes.ts';
import {
  playerOptions,
  settingsChange,
  videoSource,
  type StartingPoint,
} from '../../../../src/host/element/player-options.ts';

const settingsOf = (attributes: Readonly<Record<string, string>>): ElementSettings =>
  readSettings(
    (name) => attributes[name] ?? null,
    () => undefined,
  );
const START: StartingPoint = { isAutoplay: false, seconds: null, isMuted: false, videoId: null };
const optionsOf = (attributes: Readonly<Record<string, string>>, start: Partial<StartingPoint> = {}) =>
  playerOptions(settingsOf(attributes), { ...START, ...start });

test('settings with default values add no parameters', () => {
  expect(optionsOf({ 'video-id': 'orieldemo01', controls: '', start: '0' })).toEqual({
    videoId: 'orieldemo01',
    loading: 'eager',
    pauseOthers: false,
    geolocation: false,
    parameters: {},
  });
});

test('settings and the attribute parameters become parameters, except those that identify the host page', () => {
  const attributes = {
    'video-id': 'orieldemo01',
    start: '2.5',
    end: '9',
    loop: '',
    controls: 'false',
    theme: 'dark',
    color: '#f60',
    lang: 'de',
    title: 'Video',
    host: 'https://videos.example',
    'pause-others': '',
    geolocation: '',
    parameters: 'fs=0&origin=https://evil.example&enablejsapi=0&widgetid=7&widget_referrer=x',
  };
  expect(optionsOf(attributes, { isAutoplay: true, isMuted: true })).toEqual({
    videoId: 'orieldemo01',
    host: 'https://videos.example',
    title: 'Video',
    loading: 'eager',
    pauseOthers: true,
    geolocation: true,
    parameters: {
      fs: '0',
      start: '2.5',
      end: '9',
      autoplay: '1',
      mute: '1',
      loop: '1',
      controls: '0',
      theme: 'dark',
      color: 'f60',
      hl: 'de',
    },
  });
});

test.each([
  ['PLorieldemolist001', { listType: 'playlist', list: 'PLorieldemolist001' }],
  ['abcdefghijklmnop', { listType: 'playlist', list: 'PLabcdefghijklmnop' }],
  ['orieldemo01', { playlist: 'orieldemo01' }],
  ['orieldemo01, orielmp4001', { playlist: 'orieldemo01,orielmp4001' }],
])('the attribute playlist="%s" becomes the parameters %j', (playlist, parameters) => {
  expect(optionsOf({ playlist }).parameters).toEqual(parameters);
});

test('a lazy frame with autoplay is loaded at once', () => {
  const lazy = { 'video-id': 'orieldemo01', loading: 'lazy' };
  expect(optionsOf(lazy).loading).toBe('lazy');
  expect(optionsOf(lazy, { isAutoplay: true }).loading).toBe('eager');
});

test.each([
  [{}, 'none'],
  [{ start: '5' }, 'none'],
  [{ poster: '/other.jpg' }, 'none'],
  [{ muted: '' }, 'none'],
  [{ 'video-id': 'orielmp4001' }, 'source'],
  [{ 'video-id': 'orielmp4001', playlist: 'PLorieldemolist001' }, 'remake'],
  [{ theme: 'dark' }, 'remake'],
  [{ lang: 'de' }, 'remake'],
  [{ host: 'https://videos.example' }, 'remake'],
  [{ controls: 'false' }, 'remake'],
  [{ 'pause-others': '' }, 'remake'],
])('after a change to %j the player needs: %s', (change, expected) => {
  const before = { 'video-id': 'orieldemo01' };
  expect(settingsChange(settingsOf(before), settingsOf({ ...before, ...change }))).toBe(expected);
});

test('the source for load and cue is a video with start and end, or a playlist', () => {
  expect(videoSource(settingsOf({ 'video-id': 'orieldemo01', start: '3', end: '9' }))).toEqual({
    videoId: 'orieldemo01',
    startSeconds: 3,
    endSeconds: 9,
  });
  expect(videoSource(settingsOf({ playlist: 'PLorieldemolist001' }))).toEqual({ playlist: 'PLorieldemolist001' });
  expect(videoSource(settingsOf({ playlist: 'orieldemo01,orielmp4001' }))).toEqual({
    playlist: ['orieldemo01', 'orielmp4001'],
  });
});
