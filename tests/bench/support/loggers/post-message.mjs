import { postTo } from './post-lines.mjs';

// The floor: the same strings to a worker that does nothing.
postTo('onmessage = () => {}');
