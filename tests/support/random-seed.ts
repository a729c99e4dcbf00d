import * as fc from 'fast-check';

// The tests of every change use a fixed seed for a stable verdict; `npm run test:all` and a file run by name use new seeds.
if (process.env['ORIEL_TEST_CORE'] === '1') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 1 });
