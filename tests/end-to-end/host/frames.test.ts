import { expect } from 'vitest';
import { test } from '../support/test.ts';
import { openHost, run } from './support/host-page.ts';

/** URLs and embed codes of a player, as host pages of another origin parse them. */

const scriptOf = (server: string): string => `<script src="${server}/iframe_api"></script>`;
const OPTIONS = `{ videoId: 'orieldemo01', playerVars: { mute: 1 },
  events: { onReady: note('ready'), onStateChange: note('state'), onError: note('error') } }`;

/** Markup that loads the script and creates a player in `#player`. */
const scripted = (server: string): string =>
  `<div id="box"><div id="player"></div></div><div id="modal"></div>${scriptOf(server)}
  <script>window.player = new YT.Player('player', ${OPTIONS})</script>`;

test(
  'URLs and embed codes of a player match the patterns of public client code [H1, P5]',
  { tags: ['thorough'] },
  async ({ product, site }) => {
    const { page, heard } = await openHost(product, site, scripted(product.playerOrigin));
    await expect.poll(() => heard('ready')).toHaveLength(1);
    const readings = await run<unknown[]>(
      page,
      String.raw`(() => {
      const url = player.getVideoUrl();
      const [, source] = player.getVideoEmbedCode().match(/src="([^"]+)"/);
      return [
        url.match(/[?&]v=([^&]+)/)[1], url.match(/[?&]v=([\w-]{11})/)[1], url.match(/\?v=([^&]+)/)[1],
        url.split('v=')[1], url.match(/v=(.*)/)[1], new URL(url).searchParams.get('v'),
        url.match(/^.*((youtu.be\/)|(v\/)|(\/u\/\w\/)|(embed\/)|(watch\?))\??v?=?([^#\&\?]*).*/)[7],
        source.match(/embed\/([^?"]+)/)[1], player.getIframe().src.match(/embed\/([\w-]{11})/)[1],
        player.getVideoData()['video_id'], player.getVideoData().title.slice(0, 4), player.getPlaylist(),
      ];
    })()`,
    );
    expect(readings).toEqual([...Array.from({ length: 10 }, () => 'orieldemo01'), 'Four', null]);
    await run(page, `player.loadPlaylist({ list: 'PLorieldemolist001', listType: 'playlist', index: 1 })`);
    await expect.poll(() => run(page, 'player.getPlaylist()?.[player.getPlaylistIndex()]')).toBe('orielmp4001');
    await expect.poll(() => run(page, 'player.getVideoUrl().match(/[?&]v=([^&]+)/)?.[1]')).toBe('orielmp4001');
    // The server serves this URL, and `cueVideoByUrl` accepts a URL with the id in the path and in `v`.
    const url = await run<string>(page, 'player.getVideoUrl()');
    expect((await fetch(url)).status).toBe(200);
    await run(page, `player.cueVideoByUrl('${product.playerOrigin}/embed/orieldemo01?v=orieldemo01')`);
    await expect.poll(() => run(page, 'player.getVideoData().video_id')).toBe('orieldemo01');
  },
);
