// @module-tag thorough
import { firefoxKind } from './support/browser-kinds.ts';
import { testCore } from './support/test-core.ts';

testCore(firefoxKind());
