import { chromiumKind } from './support/browser-kinds.ts';
import { testCore } from './support/test-core.ts';

testCore(chromiumKind());
