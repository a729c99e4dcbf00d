import { expect, test } from 'vitest';
import { readClientInfo, type ClientEnvironment } from '../../../../src/page/infrastructure/client-info.ts';

const environment = (referrer: string, ancestor?: string): ClientEnvironment => ({
  screen: { width: 1, height: 1 },
  devicePixelRatio: 1,
  navigator: {},
  location: ancestor === undefined ? {} : { ancestorOrigins: [ancestor] },
  document: { referrer },
  matchMedia: () => ({ matches: false }),
});

test.each([
  ['the nearest ancestor', 'https://referrer.example/a', 'https://host.example', 'https://host.example'],
  ['the origin of the referrer', 'https://referrer.example/a?b', undefined, 'https://referrer.example'],
  ['nothing, without a referrer', '', undefined, undefined],
  ['nothing, where an app names any text as referrer', 'my app', undefined, undefined],
])('the embedder is %s [C5]', (_, referrer, ancestor, expected) => {
  expect(readClientInfo(environment(referrer, ancestor), undefined).originalUrl).toBe(expected);
});
