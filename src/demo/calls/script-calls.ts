import { HOST_COMMAND_METHODS, type HostPlayer } from '../../host/player/host-player.ts';
import { DEMO_PLAYLIST_ID } from '../catalog.ts';
import type { CallGroup } from './call-list.ts';

type Arguments = readonly unknown[];

/** Methods of the script API by topic, with arguments that have an effect on this page. */
const METHODS: readonly (readonly [title: string, methods: Readonly<Record<string, Arguments | null>>])[] = [
  ['Playback', { playVideo: null, pauseVideo: null, stopVideo: null, seekTo: [12, true] }],
  [
    'Videos',
    {
      cueVideoById: [{ videoId: 'orieldemo01', startSeconds: 5 }],
      loadVideoById: [{ videoId: 'orieldemo01', startSeconds: 5, endSeconds: 9 }],
      cueVideoByUrl: ['/v/orielmp4001'],
      loadVideoByUrl: ['/v/orielmp4001', 3],
    },
  ],
  [
    'Playlists',
    {
      cuePlaylist: [['orieldemo01', 'orielmp4001'], 1],
      loadPlaylist: [{ list: DEMO_PLAYLIST_ID, listType: 'playlist', index: 0 }],
      nextVideo: null,
      previousVideo: null,
      playVideoAt: [1],
      setLoop: [true],
      setShuffle: [true],
      getPlaylist: null,
      getPlaylistIndex: null,
      getPlaylistId: null,
    },
  ],
  [
    'Sound and speed',
    {
      mute: null,
      unMute: null,
      isMuted: null,
      setVolume: [40],
      getVolume: null,
      setPlaybackRate: [1.5],
      getPlaybackRate: null,
      getAvailablePlaybackRates: null,
    },
  ],
  [
    'Quality and captions',
    {
      setPlaybackQuality: ['small'],
      setPlaybackQualityRange: ['small', 'hd720'],
      getPlaybackQuality: null,
      getAvailableQualityLevels: null,
      loadModule: ['captions'],
      unloadModule: ['captions'],
      getOptions: ['captions'],
      getOption: ['captions', 'tracklist'],
      setOption: ['captions', 'track', { languageCode: 'es' }],
    },
  ],
  [
    'View, size and page',
    {
      setSphericalProperties: [{ yaw: 45, pitch: 10, fov: 90 }],
      getSphericalProperties: null,
      setDataSaver: ['on'],
      setMaxQuality: ['large'],
      setPictureInPicture: [true],
      setRemotePlayback: [true],
      setHostFullscreen: [false],
      setConsent: ['functional'],
      setSize: ['100%', '100%'],
      getSize: null,
      getVideoEmbedCode: null,
      getApiInterface: null,
    },
  ],
  [
    'Reads',
    {
      getPlayerState: null,
      getCurrentTime: null,
      getDuration: null,
      getVideoLoadedFraction: null,
      getVideoData: null,
      getVideoUrl: null,
      getMediaReferenceTime: null,
      getVideoBytesLoaded: null,
      getVideoBytesTotal: null,
      getVideoStartBytes: null,
      getDebugText: null,
      isVideoInfoVisible: null,
    },
  ],
];

/** Commands whose argument is a listener, which cannot be typed into a field; the page adds listeners itself. */
const NOT_BY_HAND: readonly string[] = ['addEventListener', 'removeEventListener'];

/** Commands without a separate example. */
const OTHERS = HOST_COMMAND_METHODS.filter(
  (name) => !NOT_BY_HAND.includes(name) && !METHODS.some(([, methods]) => Object.hasOwn(methods, name)),
);
const GROUPS =
  OTHERS.length === 0 ? METHODS : [...METHODS, ['More', Object.fromEntries(OTHERS.map((name) => [name, []]))] as const];

export function scriptCalls(player: HostPlayer): CallGroup[] {
  const methods = player as unknown as Record<string, (...args: unknown[]) => unknown>;
  return GROUPS.map(([title, entries]) => ({
    title,
    calls: Object.entries(entries).map(([name, args]) => ({
      name,
      ...(args === null ? {} : { args }),
      run: (given) => methods[name]?.(...given),
    })),
  }));
}
