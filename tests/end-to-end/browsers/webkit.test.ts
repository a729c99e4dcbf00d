// @module-tag thorough
import { webKitKind } from './support/browser-kinds.ts';
import { testCore } from './support/test-core.ts';

testCore(webKitKind());
