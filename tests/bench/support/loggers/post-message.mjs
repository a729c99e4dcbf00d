import { handOverTo } from './hand-over.mjs';

/** The floor: the same strings to a worker that does nothing. */
handOverTo('onmessage = () => {}');
