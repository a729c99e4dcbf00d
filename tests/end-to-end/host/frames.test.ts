import { expect } from 'vitest';
import { findFrame } from '../support/browser.ts';
import { waitForTime } from '../support/player-page.ts';
import { test } from '../support/test.ts';
import { openHost, run } from './support/host-page.ts';

/** Frames that move, navigate, are held back or come late, on a page of another origin; and addresses that pages take apart. */

const scriptOf = (server: string): string => `<script src="${server}/iframe_api"></script>`;
const OPTIONS = `{ videoId: 'orieldemo01', playerVars: { mute: 1 },
  events: { onReady: note('ready'), onStateChange: note('state'), onError: note('error') } }`;

/** The script, and a player in `#player`. */
const scripted = (server: string): string =>
  `<div id="box"><div id="player"></div></div><div id="modal"></div>${scriptOf(server)}
  <script>window.player = new YT.Player('player', ${OPTIONS})</script>`;

const ownWarnings = (problems: readonly string[]): readonly string[] =>
  problems.filter((problem) => /^uncaught|Oriel:|postMessage/.test(problem));

test.for([
  ['a move of the frame', 'modal.append(player.getIframe());'],
  [
    'a removal of the frame, which returns later',
    'const frame = player.getIframe(); frame.remove(); setTimeout(() => modal.append(frame), 500);',
  ],
  ['another address', 'player.getIframe().src += "&start=3";'],
  ['the same address again', 'player.getIframe().src = player.getIframe().src;'],
])(
  'commands right behind %s are carried out by the new document, in order [H1]',
  async ([, change], { product, site }) => {
    const { page, heard, problems } = await openHost(product, site, scripted(product.playerOrigin));
    await expect.poll(() => heard('ready')).toHaveLength(1);
    await run(page, `${change} player.setVolume(30); player.seekTo(12, true); player.playVideo();`);
    await expect.poll(() => heard('state')).toContain(1);
    await expect.poll(() => run<number>(page, 'player.getCurrentTime()')).toBeGreaterThan(12);
    await expect.poll(() => run<number>(page, 'player.getVolume()')).toBe(30);
    expect(ownWarnings(problems)).toEqual([]);
  },
);

test('a frame that a consent manager holds back is waited for in silence, and driven after consent [H1]', async ({
  product,
  site,
}) => {
  const address = `${product.playerOrigin}/embed/orieldemo01?enablejsapi=1&mute=1`;
  const { page, seen, heard, problems } = await openHost(
    product,
    site,
    `<iframe id="player" data-src="${address}" allow="autoplay"></iframe>
    <iframe id="other" src="about:blank" data-src="${address}" allow="autoplay"></iframe>${scriptOf(product.playerOrigin)}
    <script type="module">
      import { createPlayer } from '${product.playerOrigin}/oriel.js';
      new YT.Player('player', { events: { onReady: note('ready'), onError: note('error'), onStateChange: note('state') } }).playVideo();
      createPlayer('#other').then(note('promised'), note('rejected'));
    </script>`,
    { movesClock: true },
  );
  // Longer than a frame that has loaded anything else is given.
  await page.clock.fastForward(4_000);
  expect([await seen(), ownWarnings(problems)]).toEqual([[], []]);
  await run(page, `for (const frame of document.querySelectorAll('iframe')) frame.src = frame.dataset.src;`);
  await expect.poll(() => heard('state')).toContain(1);
  await expect.poll(() => heard('promised')).toHaveLength(1);
  expect(await heard('error')).toEqual([]);
});

test(
  'a player made before its element is parsed is ready, and keeps listeners and commands [H1]',
  { tags: ['thorough'] },
  async ({ product, site }) => {
    const { heard, problems } = await openHost(
      product,
      site,
      `${scriptOf(product.playerOrigin)}
    <script>
      const player = new YT.Player('late', ${OPTIONS});
      player.addEventListener('onStateChange', note('added'));
      player.playVideo();
    </script><p>Text</p><div id="late"></div>`,
    );
    await expect.poll(() => heard('added')).toContain(1);
    expect(await heard('ready')).toHaveLength(1);
    expect(ownWarnings(problems)).toEqual([]);
  },
);

test(
  'an id that never comes is an error of the player, and one line in the console [H1]',
  { tags: ['thorough'] },
  async ({ product, site }) => {
    const { seen, problems } = await openHost(
      product,
      site,
      `${scriptOf(product.playerOrigin)}<script>
      const player = new YT.Player('nowhere', ${OPTIONS});
      player.playVideo().seekTo(3);
      setTimeout(() => { player.destroy(); player.destroy(); }, 500);
    </script>`,
    );
    await expect.poll(seen).toEqual([['error', 2]]);
    expect(ownWarnings(problems)).toEqual(["error: Oriel: no element has the id 'nowhere'"]);
  },
);

test(
  'frames in a child document of the page are driven by its scripts, as editors have them [H1]',
  { tags: ['thorough'] },
  async ({ product, site }) => {
    const { page, heard, problems } = await openHost(
      product,
      site,
      `<iframe id="canvas" width="640" height="400"></iframe>${scriptOf(product.playerOrigin)}
    <script type="module">
      import { createPlayer } from '${product.playerOrigin}/oriel.js';
      const { body } = canvas.contentDocument;
      body.innerHTML = '<div></div><p></p>';
      window.player = new YT.Player(body.firstElementChild, ${OPTIONS});
      player.playVideo();
      window.other = await createPlayer(body.lastElementChild, { videoId: 'orielmp4001' });
      note('promised')({ data: other.info.video.id });
    </script>`,
    );
    await expect.poll(() => heard('state')).toContain(1);
    await expect.poll(() => heard('promised')).toEqual(['orielmp4001']);
    expect(await run(page, 'player.getIframe().ownerDocument === canvas.contentDocument')).toBe(true);
    expect(await heard('error')).toEqual([]);
    expect(ownWarnings(problems)).toEqual([]);
  },
);

test(
  'addresses and codes of a player give what public code takes out of them [H1, P5]',
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
    // The address opens, and the player takes it back.
    const url = await run<string>(page, 'player.getVideoUrl()');
    expect((await fetch(url)).status).toBe(200);
    await run(page, `player.cueVideoByUrl('${product.playerOrigin}/embed/orieldemo01?v=orieldemo01')`);
    await expect.poll(() => run(page, 'player.getVideoData().video_id')).toBe('orieldemo01');
  },
);

test.for([
  ['/embed/orieldemo01&autoplay=1&mute=1', '?autoplay=1&mute=1'],
  ['/embed/orieldemo01?autoplay=1?mute=1?start=9', '?autoplay=1&mute=1&start=9'],
  ['/embed/orieldemo01?autoplay=1&amp;amp;mute=1', '?autoplay=1&mute=1'],
] as const)(
  'a frame of %s, which a CMS has put together wrongly, plays with %s [P1]',
  { tags: ['thorough'] },
  async ([address, query], { product, site }) => {
    const source = `${product.playerOrigin}${address}`;
    const { page } = await openHost(product, site, `<iframe src="${source}" allow="autoplay"></iframe>`);
    const frame = await findFrame(page, '/embed/');
    await waitForTime(frame, 0.2);
    expect(new URL(frame.url()).search).toBe(query);
  },
);
