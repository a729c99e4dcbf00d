import type { Hono } from 'hono';
import botDetectionScript from '../bot-detection/bot-detection-script.mjs?raw';
import { BOT_DETECTION_SCRIPT_PATH } from '../bot-detection/bot-detection.ts';
import { answerNothing, OPEN_TO_ALL } from '../http/answers.ts';

/** Loading it is the message: a blocker that knows its address keeps it away (P12). */
const AD_STATUS_SCRIPT = 'globalThis.orielAdStatus = 1;\n';

/** Scripts the page loads beside its own, and the network check (N15). */
export function smallRoutes(app: Hono): void {
  app.get('/generate_204', () => answerNothing());
  app.get('/ads/ad_status.js', () => script(AD_STATUS_SCRIPT, 'no-cache'));
  app.get(BOT_DETECTION_SCRIPT_PATH, () => script(botDetectionScript, 'public, max-age=3600'));
}

function script(text: string, cacheControl: string): Response {
  return new Response(text, {
    headers: { ...OPEN_TO_ALL, 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': cacheControl },
  });
}
