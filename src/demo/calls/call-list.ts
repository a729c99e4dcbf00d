import { make } from '../make.ts';

/** A call that a page can make: its name, initial arguments as JSON, and its function. */
export interface Call {
  readonly name: string;
  readonly args?: readonly unknown[];
  readonly run: (args: readonly unknown[]) => unknown;
}

export interface CallGroup {
  readonly title: string;
  readonly calls: readonly Call[];
}

/** Shows calls by group, each as a small form with editable arguments, a button and the result. */
export function showCalls(container: HTMLElement, groups: readonly CallGroup[]): void {
  container.replaceChildren(
    ...groups.map(({ title, calls }, index) =>
      make('details', { open: index === 0 }, make('summary', {}, title), ...calls.map(callForm)),
    ),
  );
}

function callForm({ name, args, run }: Call): HTMLElement {
  const input = make('input', {
    type: 'text',
    className: 'arguments',
    ariaLabel: `Arguments of ${name}`,
    spellcheck: false,
    autocomplete: 'off',
    value: args?.map((argument) => JSON.stringify(argument)).join(', ') ?? '',
  });
  const output = make('output', { className: 'answer' });
  const form = make(
    'form',
    { className: 'call' },
    make('code', { className: 'call-name' }, name),
    ...(args === undefined ? [make('span', { className: 'spacer' })] : [input]),
    make('button', { type: 'submit', className: 'quiet', ariaLabel: `Run ${name}` }, 'Run'),
    output,
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void runCall(() => run(readArguments(input.value)), output);
  });
  return form;
}

async function runCall(run: () => unknown, output: HTMLOutputElement): Promise<void> {
  const startedAtMs = performance.now();
  try {
    const made = run();
    const result = made instanceof Promise ? ((await made) as unknown) : made;
    const took = made instanceof Promise ? ` after ${Math.round(performance.now() - startedAtMs)} ms` : '';
    output.value = `${describe(result)}${took}`;
    output.className = 'answer good';
  } catch (error) {
    output.value =
      error instanceof Error ? `${'code' in error ? error.code : error.name}: ${error.message}` : String(error);
    output.className = 'answer bad';
  }
}

/** Parses arguments as in source code: JSON values separated by commas. */
function readArguments(text: string): unknown[] {
  return JSON.parse(`[${text}]`) as unknown[];
}

/** Text for a result; methods that return their own object count as methods without a result. */
function describe(result: unknown): string {
  if (result === undefined) return 'done';
  const isPlain = typeof result !== 'object' || result === null || Array.isArray(result) || isRecord(result);
  return isPlain ? (JSON.stringify(result) ?? 'undefined') : 'done';
}

function isRecord(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype;
}
