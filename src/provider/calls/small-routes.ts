import type { Hono } from 'hono';
import botDetectionScript from '../bot-detection/bot-detection-script.mjs?raw';
import { BOT_DETECTION_SCRIPT_PATH } from '../bot-detection/bot-detection.ts';
import { emptyResponse, OPEN_TO_ALL } from '../http/responses.ts';

/** Its execution is the signal: a blocker that knows the address prevents it (P12). */
export const AD_STATUS_SCRIPT = 'globalThis.orielAdStatus = 1;\n';

/** A bay window, which is what an oriel is. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#0d7a5f" d="M4 8l6-5h12l6 5v16l-6 5H10l-6-5z"/><path fill="#fff" d="M13 11v10l8-5z"/></svg>`;
const ROBOTS = 'User-agent: *\nDisallow: /provider\nDisallow: /youtubei/\n';

/** Scripts that the page loads besides its own, and the network check (N15). */
export function smallRoutes(app: Hono): void {
  app.get('/favicon.ico', () => file(ICON, 'image/svg+xml', 'public, max-age=86400'));
  app.get('/robots.txt', () => file(ROBOTS, 'text/plain; charset=utf-8', 'public, max-age=86400'));
  // Beacons use POST, images and `fetch` use GET (N21).
  app.on(['GET', 'POST'], '/generate_204', () => emptyResponse());
  app.get('/ads/ad_status.js', () => script(AD_STATUS_SCRIPT, 'no-cache'));
  app.get(BOT_DETECTION_SCRIPT_PATH, () => script(botDetectionScript, 'public, max-age=3600'));
}

function script(text: string, cacheControl: string): Response {
  return file(text, 'text/javascript; charset=utf-8', cacheControl);
}

function file(text: string, type: string, cacheControl: string): Response {
  return new Response(text, {
    headers: { ...OPEN_TO_ALL, 'Content-Type': type, 'Cache-Control': cacheControl },
  });
}
