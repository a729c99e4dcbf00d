import * as fc from 'fast-check';

// The tests of every change have one verdict: `npm run test:all`, and a file that is named, search with new seeds.
if (process.env['ORIEL_TEST_CORE'] === '1') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 1 });
