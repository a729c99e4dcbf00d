// @module-tag thorough
import { expect } from 'vitest';
import { waitForControls } from '../support/player-page.ts';
import { test } from '../support/test.ts';

test.concurrent.for([
  ['pt-BR', 'Configurações'],
  ['zh-TW', '设置'],
  ['ja', '設定'],
  ['hi', 'सेटिंग'],
  ['fr', 'Paramètres'],
  ['es-419', 'Ajustes'],
  ['ru', 'Настройки'],
  ['he', 'הגדרות'],
  ['no', 'Innstillinger'],
  ['fil', 'Mga Setting'],
  ['tlh', 'Settings'],
] as const)(
  'with hl=%s the settings button is named %s, and one chunk of texts is loaded at most',
  async ([code, settings], { product }) => {
    const { page } = await product.openPage({ locale: 'de' });
    const chunks: string[] = [];
    const translation = /\/assets\/(?:[a-z]{2}|fil)-[^/]+\.js$/;
    page.on('request', (request) => translation.test(request.url()) && chunks.push(request.url()));
    await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1&hl=${code}`);
    await waitForControls(page);
    // The controls of a video that plays may have hidden again on a busy machine.
    await page.getByRole('button', { name: settings, includeHidden: true }).first().waitFor({ state: 'attached' });
    // The chunk is requested early, and its import is served from the cache.
    expect(new Set(chunks).size).toBe(code === 'tlh' ? 0 : 1);
  },
);
