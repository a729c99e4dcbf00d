import { expect, test } from 'vitest';
import { newerWireNotice } from '../../../src/host/wire/newer-wire.ts';
import { WIRE_VERSION } from '../../../protocol/version.ts';

test.each([WIRE_VERSION, '1.99', '0.3', '', undefined, null, 2, {}, '2', 'x.y', '2.0.0'])(
  'the wire version %j gives no notice',
  (theirs) => {
    expect(newerWireNotice(theirs, 'https://v.example/')).toBeUndefined();
  },
);

test.each(['2.0', '10.3'])('the newer major version %s gives a notice with both versions and the remedy', (theirs) => {
  const notice = newerWireNotice(theirs, 'https://v.example/embed/a');
  expect(notice).toContain(`https://v.example/embed/a speaks version ${theirs}`);
  expect(notice).toContain(`version ${WIRE_VERSION}`);
  expect(notice).toContain('update the package');
});
