import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { createSender, JSON_TYPE, LOG_PATH, makeBatch, makeEvent } from './sender.mjs';

/**
 * Attacks a provider, each kind of attack from a different network: `node attacks.mjs PORT SECONDS`. Prints the response
 * statuses of each attack. It is a separate process, because attacks would slow down the process that measures.
 */
const [port, seconds] = process.argv.slice(2).map(Number);

const GZIP = { ...JSON_TYPE, 'Content-Encoding': 'gzip' };
const HOUR_MS = 3_600_000;
const name = () => randomBytes(16).toString('hex');
const post = (body, headers = JSON_TYPE, path = LOG_PATH) => ({ method: 'POST', path, headers, body });
const batch = (count, more = {}, over = {}) => {
  const session = name();
  const events = Array.from({ length: count }, (_, index) => makeEvent(session, index, more));
  return makeBatch(events, over);
};

const client = { clientName: 'WEB_EMBEDDED_PLAYER', clientVersion: '1' };
let hour = 0;

const manySessions = gzipSync(
  batch(1, {}, { context: { client: { ...client, clientVersion: '9'.repeat(3_900_000) } } }),
);
const manyBrackets = gzipSync(`[${'[],'.repeat(1_000_000)}[]]`);

/** Each function makes one request of its attack. */
const ATTACKS = {
  'half a surrogate pair in a name': () => post(batch(1).replace('playerStateChanged', () => String.raw`a\ud800b`)),
  'a hundred sessions and a version of megabytes, packed': () => post(manySessions, GZIP),
  'a million brackets, packed': () => post(manyBrackets, GZIP),
  'counts past all numbers': () => post(batch(1, {}, { dropped: [{ reason: 'main', count: 2 ** 53 - 1 }] })),
  'invented names and reasons': () => post(batch(100, { name: name() }, { dropped: [{ reason: name(), count: 1 }] })),
  'events without end': () => post(batch(100)),
  'events that call themselves important': () =>
    post(batch(100, { tier: Number.MAX_SAFE_INTEGER, name: 'junk', payload: { text: 'x'.repeat(500) } })),
  'invented videos, with hours alternated': () => {
    hour = (hour + 1) % 8;
    const payload = { videoId: name().slice(0, 11), code: name(), message: '', mediaTimeSeconds: 0 };
    const events = batch(100, { eventTimeMs: Date.now() - hour * HOUR_MS, name: 'playbackFailed', payload });
    return post(events, JSON_TYPE, '/youtubei/v1/video_stats');
  },
  'HEAD of a video': () => ({ method: 'HEAD', path: '/media/demo/progressive-240.mp4' }),
  'another site’s name': () => ({ path: '/provider/api/events', headers: { Host: 'evil.example' } }),
  'reports of errors': () => ({
    method: 'POST',
    path: '/error_204?type=t&msg=m',
    headers: { 'Content-Type': 'text/plain' },
    body: `stack=${'x'.repeat(60_000)}`,
  }),
};

/** Saves a playlist as a new visitor; resolves with the status of the response. */
async function saveList(address) {
  const player = await send(
    address,
    post(JSON.stringify({ context: { client }, videoId: 'orieldemo01' }), JSON_TYPE, '/youtubei/v1/player'),
  );
  if (player.status !== 200) return player.status;
  const { responseContext } = JSON.parse(player.text.slice(player.text.indexOf('{')));
  const context = { client: { ...client, visitorData: responseContext.visitorData } };
  const actions = Array.from({ length: 100 }, (_, index) => ({
    action: 'ACTION_ADD_VIDEO',
    addedVideoId: ['orieldemo01', 'orielsphere'][index % 2],
  }));
  const body = JSON.stringify({ context, playlistId: `PL${'x'.repeat(100)}${name()}`, actions });
  return (await send(address, post(body, JSON_TYPE, '/youtubei/v1/browse/edit_playlist'))).status;
}

const { send, close } = createSender(port);
const endMs = performance.now() + seconds * 1_000;

async function attack(sendOne) {
  const statuses = {};
  const one = async () => {
    while (performance.now() < endMs) {
      const status = await sendOne();
      statuses[status] = (statuses[status] ?? 0) + 1;
      // A refused client repeats at once, as attackers do, but leaves some capacity for the measurement.
      const delayMs = status === 429 || status === 0 ? 20 : 2;
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  };
  await Promise.all([one(), one(), one(), one()]);
  return statuses;
}

const kinds = Object.entries(ATTACKS).map(([title, makeRequest], index) => [
  title,
  async () => (await send(`127.${10 + index}.0.1`, makeRequest())).status,
]);
kinds.push(['lists of new visitors', () => saveList('127.40.0.1')]);
const outcomes = await Promise.all(kinds.map(async ([title, sendOne]) => [title, await attack(sendOne)]));
console.log(JSON.stringify(outcomes));
close();
