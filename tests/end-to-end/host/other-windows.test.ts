// @module-tag thorough
import { expect } from 'vitest';
import { test } from '../support/test.ts';
import { openHost, run } from './support/host-page.ts';

/** Players of all scripts in a popup and in a document in picture-in-picture, made or moved there by the page that opened it. */

const OPEN = {
  'a popup': "window.open('', '', 'width=500,height=400')",
  'picture-in-picture': 'await documentPictureInPicture.requestWindow({ width: 500, height: 400 })',
} as const;

test.for(Object.entries(OPEN))(
  'players of all scripts go to %s and back, keep their shape, and play in both [H1]',
  async ([, open], { product, site }) => {
    const { page, heard, problems } = await openHost(
      product,
      site,
      `<button id="open">Open</button><div id="scripted"></div><main></main>
      <oriel-player video-id="orieldemo01" muted style="width: 300px"></oriel-player>
      <script src="${product.playerOrigin}/iframe_api"></script>
      <script type="module">
        import { createPlayer } from '${product.playerOrigin}/oriel.js';
        import '${product.playerOrigin}/oriel-player.js';
        const playerVars = { mute: 1 };
        const element = document.querySelector('oriel-player');
        window.scripted = new Oriel.Player('scripted', { videoId: 'orieldemo01', playerVars, width: 300, height: 170 });
        const shape = (view) => JSON.stringify([element.offsetWidth, element.offsetHeight,
          view.getComputedStyle(element.shadowRoot.querySelector('iframe')).position]);
        const play = async (place, where) => {
          place.append(scripted.getIframe(), element);
          scripted.addEventListener('onStateChange', ({ data }) => data === 1 && note(where)({ data: 'script' }));
          scripted.playVideo();
          await element.play();
          note(where)({ data: shape(place.ownerDocument.defaultView) });
        };
        document.querySelector('#open').onclick = async () => {
          try {
            const view = ${open};
            const target = view.document.body.appendChild(view.document.createElement('div'));
            await play(view.document.body, 'there');
            const made = await createPlayer(target, { videoId: 'orieldemo01', parameters: playerVars });
            await made.play();
            note('there')({ data: 'client' });
            await element.pause();
            element.currentTime = 9;
            element.addEventListener('seeked', async () => {
              await play(document.querySelector('main'), 'here');
              note('here')({ data: element.currentTime >= 9 ? 'resumed' : String(element.currentTime) });
              view.close();
            }, { once: true });
          } catch (error) {
            note('there')({ data: String(error) });
          }
        };
        await element.whenReady();
        note('ready')({ data: 1 });
      </script>`,
    );
    await expect.poll(() => heard('ready')).toEqual([1]);
    await page.locator('#open').click();
    const shape = '[300,169,"absolute"]';
    await expect.poll(() => heard('here')).toEqual(expect.arrayContaining([shape, 'resumed', 'script']));
    expect(await heard('there')).toEqual(expect.arrayContaining([shape, 'client', 'script']));
    await expect.poll(() => run<number>(page, 'scripted.getCurrentTime()')).toBeGreaterThan(0.2);
    expect(problems).toEqual([]);
  },
);
