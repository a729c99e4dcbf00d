import { Walker } from './walker.ts';

Object.assign(window, { walker: new Walker() });
