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
    down: null,
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
  // Whether the focus came from a key or the mouse: `:focus-visible` shows it only at the moment of the focus, because Tab may have been
  // pressed in the host page, and a later key makes a mouse's focus visible, too. watch-attention.ts continues with this attribute.
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
