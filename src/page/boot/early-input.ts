import { recordKeys } from './early-keys.ts';
import { recordMessages } from './early-messages.ts';
import { recordPresses } from './early-presses.ts';
import type { EarlyInput, EarlyInputDependencies } from './early-input-record.ts';

export function recordEarlyInput(dependencies: EarlyInputDependencies): EarlyInput {
  const untilModule = new AbortController();
  const untilBridge = new AbortController();
  const untilInterface = new AbortController();
  const input: EarlyInput = {
    messages: [],
    refused: {},
    lastPress: null,
    keys: [],
    press: () => undefined,
    takeOver: () => untilModule.abort(),
    takeMessages() {
      untilBridge.abort();
      return input.messages;
    },
    takeKeys() {
      untilInterface.abort();
      return input.keys;
    },
  };
  const { root } = dependencies;
  // Tab may have been pressed in the host page, and a key that follows also marks what a mouse has focused: only the moment
  // of the focus says which it was. The interface continues with it (watch-attention.ts).
  root.addEventListener(
    'focusin',
    ({ target }) => root.toggleAttribute('data-focus-ring', (target as Element).matches(':focus-visible')),
    { signal: untilInterface.signal },
  );
  recordMessages(dependencies, input, untilBridge.signal);
  recordPresses(dependencies, input, untilModule.signal);
  if (dependencies.takesKeys) recordKeys(dependencies, input, untilInterface.signal);
  return input;
}
