import { expect, test } from 'vitest';
import { LOGGING, TRANSPORT } from '../../protocol/constants.ts';
test('placeholder [K1]', () => {
  expect(LOGGING.batchMaxEvents).toBe(100);
  expect(TRANSPORT.compressionSlowRunMs).toBe(250);
});
