import * as z from 'zod/mini';
import { PLAYER_EVENTS } from '../../protocol/host/host-vocabulary.ts';
import type { HostPlayer } from '../host/player/host-player.ts';
import type { PlayerListenerEvent } from '../host/player/player-events.ts';
import { showCalls } from './calls/call-list.ts';
import { promiseCalls } from './calls/promise-calls.ts';
import { scriptCalls } from './calls/script-calls.ts';
import { offeredVideos } from './catalog.ts';
import { embedAddress, embedSnippets } from './generator/embed-snippets.ts';
import { showOptions } from './generator/options-form.ts';
import { loadPromisePlayer, loadScriptPlayer } from './load-player.ts';
import { find, make } from './make.ts';
import { showDeck } from './panels/deck.ts';
import { EventLog } from './panels/event-log.ts';
import { showInfoTable } from './panels/info-table.ts';
import { showSnippets } from './panels/snippets.ts';
import { showVideoPicker } from './panels/video-picker.ts';
import { describeOrigins, playerOrigin } from './player-origin.ts';

// Composition root of the demo host page. Like any host page, it only uses the player through the scripts that it loads.

// The CSP forbids evaluating text as code, so schemas are interpreted.
z.config({ jitless: true });

/** Interval at which the getters are read. They are cheap: they return values from the host script's memory. */
const REFRESH_INTERVAL_MS = 200;

const player = playerOrigin(location);
find('origins').textContent = describeOrigins(location.origin, player);
const videos = offeredVideos(document);
const log = new EventLog(find('events'), performance.now());
find('clear-events').addEventListener('click', log.clear);
showGenerator();

try {
  const host = await loadScriptPlayer(player.server, 'player', {
    videoId: videos[0]?.id,
    width: '100%',
    height: '100%',
    title: 'Oriel player',
    geolocation: videos.some(({ needsLocation }) => needsLocation),
    events: Object.fromEntries(
      PLAYER_EVENTS.map((name) => [name, ({ data }: PlayerListenerEvent) => onEvent(name, data)]),
    ),
  });
  showPlayer(host);
  await showPromiseClient(host);
} catch (error) {
  find('origins').textContent =
    `The host script did not load: ${String(error)}. Is the player served on ${player.server}?`;
}

function showPlayer(host: HostPlayer): void {
  const markVideo = showVideoPicker(find('videos'), videos, (videoId) => host.loadVideoById(videoId));
  const refreshes = [
    showDeck(find('deck'), host),
    showInfoTable(find('info'), host),
    () => markVideo(host.getVideoData().video_id),
  ];
  setInterval(() => {
    if (!document.hidden) for (const refresh of refreshes) refresh();
  }, REFRESH_INTERVAL_MS);
  showCalls(find('script-calls'), scriptCalls(host));
}

async function showPromiseClient(host: HostPlayer): Promise<void> {
  const container = find('promise-calls');
  const frame = host.getIframe();
  if (frame === undefined) return;
  try {
    showCalls(container, promiseCalls(await loadPromisePlayer(player.server, frame)));
  } catch (error) {
    container.replaceChildren(make('p', { className: 'notice' }, `The promise client did not load: ${String(error)}`));
  }
}

function onEvent(name: string, data: unknown): void {
  // Left out: four of these events a second would displace all others.
  if (name !== 'onVideoProgress') log.add(name, data, performance.now());
}

function showGenerator(): void {
  const show = showSnippets(find('snippets'));
  const preview = make('a', { className: 'preview', target: '_blank', rel: 'noopener' }, 'Open this player');
  showOptions(find<HTMLFormElement>('options'), videos, (choices) => {
    const needsLocation = videos.find(({ id }) => id === choices['videoId'])?.needsLocation;
    show(embedSnippets(player.server, choices, needsLocation));
    preview.href = embedAddress(player.server, choices);
  });
  find('snippets').append(preview);
}
