import { setMaxListeners } from 'node:events';
import { ErrorDetails, ErrorTypes } from 'hls.js';
import { describeEngine } from '../../../support/engine-contract.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { FakeEngine } from '../../../support/fake-engine.ts';
import { FakeMediaElement } from '../../../support/fake-media-element.ts';
import { createPipeline, USUAL_PACE } from '../../../support/media-pipeline.ts';

// All listeners of an element share one abort signal, and Node.js warns from eleven on.
setMaxListeners(30);

describeEngine('the fake', () => {
  const clock = createFakeClock();
  const element = new FakeMediaElement(clock);
  const engine = new FakeEngine(element, clock);
  return { engine, element, clock, fail: () => engine.giveUp(), die: () => void engine.die() };
});

describeEngine('in a worker', () => {
  const clock = createFakeClock();
  const element = new FakeMediaElement(clock);
  const { engine, hls, kill } = createPipeline(clock, element, USUAL_PACE);
  return {
    engine,
    element,
    clock,
    fail: () => hls()?.fail({ details: ErrorDetails.MANIFEST_PARSING_ERROR, type: ErrorTypes.MEDIA_ERROR }),
    die: kill,
  };
});
