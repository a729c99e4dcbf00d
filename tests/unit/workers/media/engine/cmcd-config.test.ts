import { expect, test } from 'vitest';
import { CMCD_SESSION_BYTES, cmcdConfig } from '../../../../../workers/media/engine/cmcd-config.ts';

const SESSION = new Uint8Array(CMCD_SESSION_BYTES).fill(10);
const configOf = (cmcd: Parameters<typeof cmcdConfig>[0]) => cmcdConfig(cmcd, 'orieldemo01', SESSION).cmcd;

test('without consent CMCD has neither a session id nor its key', () => {
  const config = configOf({ isInHeaders: false, hasSession: false });
  expect(config).toMatchObject({ version: 2, useHeaders: false, contentId: 'orieldemo01' });
  expect(config).not.toHaveProperty('sessionId');
  expect(config?.includeKeys).not.toContain('sid');
});

test('with consent CMCD has the random session id', () => {
  const config = configOf({ isInHeaders: true, hasSession: true });
  expect(config).toMatchObject({ useHeaders: true, sessionId: '0a'.repeat(CMCD_SESSION_BYTES) });
  expect(config?.includeKeys).toContain('sid');
});
