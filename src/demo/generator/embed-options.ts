import { CONSENT_PARAMETER } from '../../../protocol/privacy/consent.ts';
import { DEMO_PLAYLIST_ID, type OfferedVideo } from '../catalog.ts';

/** An option of the embed code generator. A choice that equals the player's default is omitted from the address. */
export type EmbedOption =
  | { readonly kind: 'switch'; readonly name: string; readonly label: string; readonly isOnByDefault: boolean }
  | {
      readonly kind: 'choice';
      readonly name: string;
      readonly label: string;
      readonly choices: readonly (readonly [value: string, label: string])[];
    }
  | { readonly kind: 'number' | 'text'; readonly name: string; readonly label: string; readonly hint: string };

export interface EmbedOptionGroup {
  readonly title: string;
  readonly options: readonly EmbedOption[];
}

const off = (name: string, label: string): EmbedOption => ({ kind: 'switch', name, label, isOnByDefault: false });
const on = (name: string, label: string): EmbedOption => ({ kind: 'switch', name, label, isOnByDefault: true });

/** Fields that are not parameters of the address. */
export const FRAME_FIELDS = ['videoId', 'width', 'height', 'title'] as const;

export const embedOptions = (videos: readonly OfferedVideo[]): readonly EmbedOptionGroup[] => [
  {
    title: 'Video',
    options: [
      { kind: 'choice', name: 'videoId', label: 'Video', choices: videos.map(({ id, name }) => [id, name]) },
      { kind: 'number', name: 'start', label: 'Start at', hint: 'seconds' },
      { kind: 'number', name: 'end', label: 'Stop at', hint: 'seconds' },
      {
        kind: 'choice',
        name: 'list',
        label: 'Playlist',
        choices: [
          ['', 'None'],
          [DEMO_PLAYLIST_ID, 'Oriel demo videos'],
        ],
      },
      { kind: 'text', name: 'playlist', label: 'Then play', hint: 'ids, with commas' },
    ],
  },
  {
    title: 'Playback',
    options: [
      off('autoplay', 'Autoplay'),
      off('mute', 'Start muted'),
      off('loop', 'Loop'),
      off('playsinline', 'Play inline on phones'),
      {
        kind: 'choice',
        name: CONSENT_PARAMETER,
        label: 'Privacy',
        choices: [
          ['', 'Server default'],
          ['none', 'Private: stores nothing'],
          ['strict', 'Recognises no viewer'],
          ['functional', 'Recognises viewers here'],
        ],
      },
    ],
  },
  {
    title: 'Interface',
    options: [
      on('controls', 'Controls'),
      on('fs', 'Full screen button'),
      { kind: 'switch', name: 'disablekb', label: 'No keyboard shortcuts', isOnByDefault: false },
      off('cc_load_policy', 'Captions on'),
      {
        kind: 'choice',
        name: 'cc_lang_pref',
        label: 'Caption language',
        choices: [
          ['', 'Viewer’s'],
          ['en', 'English'],
          ['es', 'Spanish'],
        ],
      },
      {
        kind: 'choice',
        name: 'hl',
        label: 'Interface language',
        choices: [
          ['', 'Viewer’s'],
          ['en', 'English'],
          ['de', 'German'],
          ['es', 'Spanish'],
          ['ar', 'Arabic'],
        ],
      },
      {
        kind: 'choice',
        name: 'theme',
        label: 'Theme',
        choices: [
          ['', 'Viewer’s'],
          ['dark', 'Dark'],
          ['light', 'Light'],
        ],
      },
      { kind: 'text', name: 'color', label: 'Accent colour', hint: 'ff6600, or white for the bar' },
      off('data_saver', 'Save data'),
      { kind: 'text', name: 'max_quality', label: 'Limit quality to', hint: '720p' },
      on('endscreen', 'Suggestions at the end'),
      on('rel', 'Related videos of other channels'),
    ],
  },
  {
    title: 'Frame',
    options: [
      { kind: 'text', name: 'width', label: 'Width', hint: '640' },
      { kind: 'text', name: 'height', label: 'Height', hint: '360' },
      { kind: 'text', name: 'title', label: 'Title', hint: 'for screen readers' },
    ],
  },
];
