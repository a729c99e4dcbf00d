import { expect, test } from 'vitest';
import { makeNonce, NONCE_ALPHABET, PlaylistId, VideoId } from '../../../protocol/identifiers.ts';

test.each([
  ['orieldemo01', true],
  ['-_AZaz09---', true],
  ['orieldemo0', false],
  ['orieldemo012', false],
  ['orieldemo0!', false],
  ['\norieldemo01', false],
])('whether %j is a video id: %s', (id, is) => {
  const parsed = VideoId.safeParse(id);
  expect(parsed.success).toBe(is);
  if (!is) expect(parsed.error?.issues[0]?.message).toBe('a video id is 11 characters of A-Z a-z 0-9 _ -');
});

test.each([
  ['PL', true],
  ['P', false],
  ['a'.repeat(64), true],
  ['a'.repeat(65), false],
  ['PL!', false],
  ['!PL', false],
])('whether %j is a playlist id: %s', (id, is) => {
  const parsed = PlaylistId.safeParse(id);
  expect(parsed.success).toBe(is);
  if (!is) expect(parsed.error?.issues[0]?.message).toBe('a playlist id is 2 to 64 characters of A-Z a-z 0-9 _ -');
});

test('a nonce has one character for each byte, chosen by six of its bits [L9]', () => {
  expect(makeNonce(Uint8Array.of(0, 63, 64, 255))).toBe('A_A_');
  expect(makeNonce(new Uint8Array())).toBe('');
  expect(NONCE_ALPHABET).toMatch(/^[A-Za-z0-9_-]{64}$/);
});
