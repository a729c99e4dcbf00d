import type { OrielPlayer } from '../../host/client/types.ts';
import { DEMO_PLAYLIST_ID } from '../catalog.ts';
import type { Call, CallGroup } from './call-list.ts';

type Arguments = readonly unknown[];
type MethodName = {
  [Key in keyof OrielPlayer]: OrielPlayer[Key] extends (...args: never[]) => unknown ? Key : never;
}[keyof OrielPlayer];

const METHODS: readonly (readonly [string, Partial<Record<MethodName, Arguments | null>>])[] = [
  ['Playback', { play: null, pause: null, stop: null, seek: [12] }],
  [
    'Videos',
    {
      cue: ['orieldemo01'],
      load: [{ videoId: 'orieldemo01', startSeconds: 5, endSeconds: 9 }],
    },
  ],
  ['Playlists', { next: null, previous: null, playAt: [1], setLoop: [true], setShuffle: [true] }],
  ['Sound and speed', { mute: null, unmute: null, setVolume: [40], setRate: [1.5] }],
  ['Quality and captions', { setQuality: ['small'], setCaptions: ['es'], setCaptionSize: [2] }],
  ['Privacy', { setConsent: ['functional'] }],
  ['View, size and page', { look: [{ yaw: 45, pitch: 10, fov: 90 }], setSize: ['100%', '100%'], embedCode: null }],
];

/** Properties of the player's live info object. */
const INFO = [
  'state',
  'currentTime',
  'duration',
  'loadedFraction',
  'seekable',
  'volume',
  'muted',
  'rate',
  'rates',
  'quality',
  'qualities',
  'video',
  'playlist',
  'captions',
  'view',
  'isAtLiveEdge',
] as const satisfies readonly (keyof OrielPlayer['info'])[];

export function promiseCalls(player: OrielPlayer): CallGroup[] {
  const methods = player as unknown as Record<string, (...args: unknown[]) => unknown>;
  const groups = METHODS.map(([title, entries]) => ({
    title,
    calls: Object.entries(entries).map(([name, args]): Call => ({
      name,
      ...(args === null ? {} : { args }),
      run: (given) => methods[name]?.(...given),
    })),
  }));
  const playlist: Call = {
    name: 'load',
    args: [{ playlist: DEMO_PLAYLIST_ID }],
    run: ([source]) => methods['load']?.(source),
  };
  const reads = INFO.map((name): Call => ({ name: `info.${name}`, run: () => player.info[name] }));
  return [
    ...groups.map((group) => (group.title === 'Playlists' ? { ...group, calls: [playlist, ...group.calls] } : group)),
    { title: 'Reads', calls: reads },
  ];
}
