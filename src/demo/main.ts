import { PLAYER_EVENTS } from '../../protocol/host-vocabulary.ts';
import type { HostPlayer } from '../host/player/host-player.ts';
import type { HostPlayerConstructor } from '../host/player/player-class.ts';
import { FIRST_VIDEO_ID } from './catalog.ts';
import { loadScript } from './load-script.ts';
import { find } from './make.ts';
import { showDeck } from './panels/deck.ts';
import { EventLog } from './panels/event-log.ts';
import { showInfoTable } from './panels/info-table.ts';
import { scriptSnippet, showSnippets } from './panels/snippets.ts';
import { showVideoPicker } from './panels/video-picker.ts';
import { describeOrigins, playerOrigin } from './player-origin.ts';

/** Composition root of the demo host page. It knows the player only as any host page does: by the script it loads. */

/** How often the getters are read, milliseconds. They answer from the host script's memory. */
const REFRESH_INTERVAL_MS = 200;

const player = playerOrigin(location);
find('origins').textContent = describeOrigins(location.origin, player);
const log = new EventLog(find('events'), performance.now());
find('clear-events').addEventListener('click', log.clear);

try {
  await loadScript(`${player.origin}/iframe_api`);
  start();
} catch (error) {
  find('origins').textContent =
    `The host script did not load: ${String(error)}. Is the player served on ${player.origin}?`;
}

function start(): void {
  const { Oriel } = window as unknown as { Oriel: { Player: HostPlayerConstructor } };
  const host = new Oriel.Player('player', {
    videoId: FIRST_VIDEO_ID,
    width: '100%',
    height: '100%',
    title: 'Oriel player',
    events: Object.fromEntries(PLAYER_EVENTS.map((name) => [name, ({ data }) => onEvent(name, data)])),
  });
  const markVideo = showVideoPicker(find('videos'), (videoId) => host.loadVideoById(videoId));
  const refreshes = [showDeck(find('deck'), host), showInfoTable(find('info'), host), showCode(host, markVideo)];
  setInterval(() => {
    if (!document.hidden) for (const refresh of refreshes) refresh();
  }, REFRESH_INTERVAL_MS);
}

function onEvent(name: string, data: unknown): void {
  /** Four a second would push everything else out of sight. */
  if (name !== 'onVideoProgress') log.add(name, data, performance.now());
}

function showCode(host: HostPlayer, markVideo: (videoId: string) => void): () => void {
  const show = showSnippets(find('snippets'));
  return () => {
    const videoId = host.getVideoData().video_id || FIRST_VIDEO_ID;
    markVideo(videoId);
    show([
      { title: 'A frame, nothing else', code: host.getVideoEmbedCode() },
      { title: 'With the host script', code: scriptSnippet(player.origin, videoId) },
    ]);
  };
}
