import { get } from 'node:http';
import { expect, test } from 'vitest';
import { ViewersReport } from '../../../../protocol/provider/viewers-report.ts';
import { trafficKind } from '../../../../src/provider/traffic/traffic-kind.ts';
import { startTestProvider } from '../support/start-test-provider.ts';

const SEGMENT = '/media/demo/v240/001.m4s';
const HOST = 'https://school.example/lesson?name=x';

/** Requests on a new connection, reads the response whole or up to its first bytes, and resolves with the bytes read. */
function request(url: string, headers: Record<string, string> = {}, isBrokenOff = false): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false, headers }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.byteLength;
        if (isBrokenOff) response.destroy();
      });
      response.on('close', () => resolve(bytes));
    }).on('error', reject);
  });
}

async function open() {
  const { url } = await startTestProvider({ pricePerGb: 1 });
  const metric = async (kind: string): Promise<number> => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return Number(new RegExp(`^oriel_sent_bytes_total\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  };
  const report = async (query = ''): Promise<ViewersReport> =>
    ViewersReport.parse(await (await fetch(`${url}/provider/api/viewers/report${query}`)).json());
  return { url, metric, report };
}

test('the bytes of a response count once, with its headers, by the kind of the file', async () => {
  const { url, metric } = await open();
  const bytes = await request(url + SEGMENT);
  await expect.poll(() => metric('media')).toBeGreaterThan(bytes);
  const first = await metric('media');
  expect(first).toBeLessThan(bytes + 2_000);
  await request(url + SEGMENT);
  await expect.poll(() => metric('media')).toBe(2 * first);
});

test('a range request counts only the bytes that were sent', async () => {
  const { url, metric } = await open();
  const whole = await request(`${url}/media/sphere/sphere.mp4`);
  await expect.poll(() => metric('media')).toBeGreaterThan(whole);
  const first = await metric('media');
  await request(`${url}/media/sphere/sphere.mp4`, { Range: 'bytes=0-99' });
  await expect.poll(() => metric('media')).toBeGreaterThan(first + 99);
  expect(await metric('media')).toBeLessThan(first + 2_000);
});

test('pipelined requests on one connection count each byte once', async () => {
  const { url, metric } = await open();
  const bytes = await request(url + SEGMENT);
  await expect.poll(() => metric('media')).toBeGreaterThan(bytes);
  const one = await metric('media');
  const { connect } = await import('node:net');
  const { port } = new URL(url);
  await new Promise((resolve) => {
    const socket = connect(Number(port), 'localhost');
    const line = `GET ${SEGMENT} HTTP/1.1\r\nHost: localhost:${port}\r\n`;
    socket.write(`${line}\r\n${line}\r\n${line}Connection: close\r\n\r\n`);
    socket.resume().on('close', resolve);
  });
  await expect.poll(() => metric('media')).toBeGreaterThan(3.9 * one);
  expect(await metric('media')).toBeLessThan(4.1 * one);
});

test('media bytes count for the video and for the site of the page that was served to the same address', async () => {
  const { url, metric, report } = await open();
  await request(`${url}/embed/orieldemo01`, { Referer: HOST, 'Sec-Fetch-Dest': 'iframe' });
  const ours = await request(url + SEGMENT, { Referer: `${url}/embed/orieldemo01` });
  const theirs = await request(`${url}/media/@a1-version/sphere/sphere.mp4`, { Referer: 'https://thief.example/' });
  const nobodys = await request(`${url}/media/sphere/poster.jpg`);
  await expect.poll(() => metric('pictures')).toBeGreaterThan(nobodys);
  const { pricePerGb, period } = await report();
  const { hosts, videos, kinds, days, month, sentBytes } = period.bandwidth;
  const bytesOf = (list: readonly { readonly sentBytes: number }[], key: string): number =>
    list.find((one) => Object.values<unknown>(one).includes(key))?.sentBytes ?? 0;
  const isAbout = (bytes: number, least: number): void => {
    expect(bytes).toBeGreaterThan(least);
    expect(bytes).toBeLessThan(least + 20_000);
  };
  isAbout(bytesOf(hosts, 'school.example'), ours);
  isAbout(bytesOf(hosts, 'thief.example'), theirs);
  isAbout(bytesOf(hosts, 'unknown'), nobodys);
  isAbout(bytesOf(videos, 'orieldemo01'), ours);
  isAbout(bytesOf(videos, 'orielsphere'), theirs + nobodys);
  isAbout(bytesOf(kinds, 'media'), ours + theirs);
  const sum = (list: readonly { readonly sentBytes: number }[]) => list.reduce((all, one) => all + one.sentBytes, 0);
  expect([sum(hosts), sum(videos), sum(kinds), sum(days), month.sentBytes]).toEqual(Array(5).fill(sentBytes));
  expect(pricePerGb).toBe(1);
  const { bandwidth } = (await report('?video=orieldemo01')).period;
  expect(bandwidth.sentBytes).toBe(bytesOf(videos, 'orieldemo01'));
  expect(bandwidth.hosts.map(({ name }) => name)).toEqual(['school.example']);
});

test.each([
  ['/media/a/b.m4s', 'video/iso.segment', 'media'],
  ['/media/a/main.m3u8', 'application/vnd.apple.mpegurl', 'media'],
  ['/media/a/en.vtt', 'text/vtt; charset=utf-8', 'captions'],
  ['/media/a/poster.jpg', 'image/jpeg', 'pictures'],
  ['/embed/x', 'text/html; charset=utf-8', 'pages'],
  ['/assets/x.js', 'text/javascript; charset=utf-8', 'scripts'],
  ['/youtubei/v1/player', 'application/json', 'data'],
  ['/provider/viewers', 'text/html', 'operator'],
  ['/metrics', 'text/plain', 'operator'],
  ['/providers', '', 'other'],
])('traffic of %s with the type "%s" is of the kind %s', (path, type, kind) => {
  expect(trafficKind(path, type)).toBe(kind);
});
