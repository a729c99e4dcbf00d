import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Properties that identify a device, and how the privacy panel lists them. Properties that are not read are not listed. */
const LISTED: Readonly<Record<string, 'sent' | 'used' | 'not read'>> = {
  userAgent: 'sent',
  language: 'sent',
  languages: 'sent',
  timeZone: 'sent',
  devicePixelRatio: 'sent',
  effectiveType: 'sent',
  droppedVideoFrames: 'sent',
  saveData: 'used',
  canPlayType: 'used',
  decodingInfo: 'used',
  deviceMemory: 'used',
  maxTouchPoints: 'used',
  ...Object.fromEntries(
    [
      ...['userAgentData', 'getHighEntropyValues', 'hardwareConcurrency', 'plugins', 'mimeTypes', 'getBattery'],
      ...[
        'getGamepads',
        'enumerateDevices',
        'downlink',
        'rtt',
        'getVoices',
        'queryLocalFonts',
        'getInstalledRelatedApps',
      ],
    ].map((name) => [name, 'not read'] as const),
  ),
};

test('the player reads exactly those device properties that the privacy panel lists', () => {
  const code = ['src/page', 'workers'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => readFileSync(join(folder, path), 'utf8')),
  );
  const isRead = (name: string): boolean => code.some((text) => new RegExp(`[.{,] ?${name}\\b`).test(text));
  for (const [name, where] of Object.entries(LISTED))
    expect([name, isRead(name)]).toEqual([name, where !== 'not read']);
});
