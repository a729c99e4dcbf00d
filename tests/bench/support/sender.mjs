import { Agent, request } from 'node:http';

/** Sends requests from source addresses in 127.0.0.0/8, which only Linux allows. */
export function createSender(port) {
  const agents = new Map();
  const agentOf = (address) => {
    if (!agents.has(address))
      agents.set(address, new Agent({ keepAlive: true, maxSockets: 16, localAddress: address }));
    return agents.get(address);
  };
  return {
    /** Resolves with status and text; the status is 0 without a response. */
    send(address, { method = 'GET', path, headers = {}, body }) {
      return new Promise((resolve) => {
        const none = () => resolve({ status: 0, text: '' });
        const options = { port, host: '127.0.0.1', method, path, headers, agent: agentOf(address) };
        const sent = request(options, (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk) => (text += chunk));
          response.on('end', () => resolve({ status: response.statusCode, text }));
          response.on('error', none);
        });
        sent.on('error', none);
        sent.end(body);
      });
    },
    close() {
      for (const agent of agents.values()) agent.destroy();
    },
  };
}

export const LOG_PATH = '/youtubei/v1/log_event';
export const JSON_TYPE = { 'Content-Type': 'application/json' };
const client = { clientName: 'WEB_EMBEDDED_PLAYER', clientVersion: '1' };

export const makeEvent = (sequenceId, index, more = {}) => ({
  clientEventId: `${sequenceId}.${index}`,
  eventTimeMs: Date.now(),
  tier: 100,
  sequence: { id: sequenceId, index },
  name: 'playerStateChanged',
  payload: { from: 3, to: 1, mediaTimeSeconds: 12.5, videoId: 'orieldemo01' },
  ...more,
});

export const makeBatch = (events, over = {}) =>
  JSON.stringify({ context: { client }, events, requestTimeMs: Date.now(), ...over });
