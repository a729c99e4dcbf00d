import { expect, test } from 'vitest';
import { qualityLabel } from '../../../../../src/page/interface/settings/quality-labels.ts';

test.each([
  ['hd1080_60', '1080p60'],
  ['hd1080', '1080p'],
  ['tiny', '144p'],
  ['auto', 'Auto'],
  ['audio', ''],
  ['unknown', ''],
] as const)('the quality %s has the label “%s”', (name, label) => {
  expect(qualityLabel(name, 'Auto')).toBe(label);
});
