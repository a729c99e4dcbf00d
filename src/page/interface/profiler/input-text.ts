import { titleOf, type InputDetail, type Span } from '../../../../protocol/recording/thread-spans.ts';
import * as format from './format.ts';

/** One interaction: `input: click on button settings, 144 ms (delay 42.3 ms, handlers 28.9 ms, to the screen 73 ms)`. */
export function inputText(span: Pick<Span, 'name' | 'input' | 'durationMs'>): string {
  const parts = span.input === undefined ? '' : ` (${inputParts(span.input)})`;
  return `${titleOf(span)}, ${format.milliseconds(span.durationMs)}${parts}`;
}

/** Parts of an interaction, which add up to its duration. */
export function inputParts({ delayMs, handlersMs, toScreenMs }: InputDetail): string {
  const [delay, handlers, toScreen] = [delayMs, handlersMs, toScreenMs].map(format.milliseconds);
  return `delay ${delay}, handlers ${handlers}, style, layout and paint to the screen ${toScreen}`;
}
