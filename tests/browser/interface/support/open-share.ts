import { loadLanguage } from '../../../../src/page/language/load-language.ts';
import type { PlayerSnapshot } from '../../../../src/page/player/player.ts';
import { panels } from '../../../../src/page/interface/panels/panels.ts';
import { give } from './give.ts';
import { openInterface, type OpenInterface } from './open-interface.ts';
import { until } from './until.ts';

export const CAPTIONS: PlayerSnapshot['captions'] = {
  tracks: [{ url: '/es.vtt', languageCode: 'es', name: 'Spanish', kind: 'captions', isDefault: true }],
  ...{ active: -1, hasFailed: false, moduleLoaded: false, fontSize: 0, cues: [] },
};
export const LIST: PlayerSnapshot['playlist'] = {
  ...{ videoIds: ['orielmp4001', 'orieldemo01'], index: 1, listId: 'PL1', shuffled: false, details: null },
};

interface ShareOptions {
  readonly snapshot?: Partial<PlayerSnapshot>;
  readonly hl?: string;
  readonly pointer?: 'coarse' | 'fine';
  /** The provider's response to the share call. */
  readonly response?: { readonly shareUrl: string; readonly embedUrl: string; readonly embedCode: string };
}

/** The interface with its share panel open, over a video at 0:13 that has captions. */
export async function openShare({
  snapshot = {},
  hl = 'en',
  pointer = 'fine',
  response,
}: ShareOptions = {}): Promise<OpenInterface> {
  const opened = await openInterface({ position: { seconds: 13, atMs: 0, rate: 0 }, captions: CAPTIONS, ...snapshot });
  const { features, container, given, infrastructure } = opened;
  given.page.root.dataset['pointer'] = pointer;
  Object.assign(features, { language: await loadLanguage(hl, []) });
  if (response !== undefined) infrastructure.responses.sharePanel = { title: '', ...response };
  opened.mount(features);
  features.get(panels).open('share');
  await until(() => container.querySelector('.share-options')).not.toBeNull();
  return opened;
}

/** Simulates a system share sheet; returns the list of data that the page shares. */
export function giveShareSheet(canShare: (data: ShareData) => boolean): ShareData[] {
  const shared: ShareData[] = [];
  const share = async (data: ShareData): Promise<void> => void shared.push(data);
  give(navigator, 'canShare', canShare);
  give(navigator, 'share', share);
  return shared;
}
