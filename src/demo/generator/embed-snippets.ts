import { frameAttributes } from '../../../protocol/host/embed-code.ts';
import { withParameters } from '../../../protocol/page/embed-address.ts';
import { elementCode } from './element-code.ts';
import { embedOptions, FRAME_FIELDS, type EmbedOption } from './embed-options.ts';

/** Chosen options by name. */
export type EmbedChoices = Readonly<Record<string, string | boolean>>;

export interface Snippet {
  readonly title: string;
  readonly code: string;
}

/**
 * The same player in four forms: a frame, the script API, the promise client, the element.
 *
 * @param needsLocation Whether the video only plays for viewers who share their location.
 */
export function embedSnippets(playerServer: string, choices: EmbedChoices, needsLocation?: boolean): Snippet[] {
  const { videoId = '', width, height, title } = choices;
  const parameters = chosenParameters(choices);
  const options = { videoId, ...given({ width, height, title }), ...(needsLocation && { geolocation: true }) };
  return [
    { title: 'Just a frame', code: frameCode(playerServer, choices, needsLocation) },
    {
      title: 'Script API, for pages that already use one',
      code: [
        '<div id="player"></div>',
        `<script src="${playerServer}/iframe_api"></script>`,
        '<script>',
        `  const player = new Oriel.Player('player', ${literal({ ...options, ...nested('playerVars', parameters) })});`,
        "  player.addEventListener('onStateChange', ({ data }) => console.log(data));",
        '</script>',
      ].join('\n'),
    },
    {
      title: 'Promise client, for new pages',
      code: [
        '<div id="player"></div>',
        '<script type="module">',
        `  import { createPlayer } from '${playerServer}/oriel.js';`,
        `  const player = await createPlayer('#player', ${literal({ ...options, ...nested('parameters', parameters) })});`,
        "  player.on('statechange', ({ state }) => console.log(state));",
        '</script>',
      ].join('\n'),
    },
    {
      title: 'Element, for new pages, with a poster until it is clicked',
      code: elementCode(
        playerServer,
        { videoId: String(videoId), title: String(title ?? ''), needsLocation },
        parameters,
      ),
    },
  ];
}

/** Address of the configured player. */
export function embedAddress(playerServer: string, choices: EmbedChoices): string {
  return withParameters(`${playerServer}/embed/${choices['videoId']}`, chosenParameters(choices));
}

/** Chosen parameters that differ from the player's defaults. */
function chosenParameters(choices: EmbedChoices): Record<string, string | number> {
  const parameters: Record<string, string | number> = {};
  for (const option of embedOptions([]).flatMap(({ options }) => options)) {
    const value = parameterValue(option, choices[option.name]);
    if (value !== undefined && !(FRAME_FIELDS as readonly string[]).includes(option.name))
      parameters[option.name] = value;
  }
  return parameters;
}

function parameterValue(option: EmbedOption, choice: string | boolean | undefined): string | number | undefined {
  if (option.kind === 'switch') return choice === option.isOnByDefault ? undefined : Number(choice);
  if (choice === '' || choice === undefined) return undefined;
  return option.kind === 'number' ? Number(choice) : String(choice);
}

function frameCode(playerServer: string, choices: EmbedChoices, needsLocation?: boolean): string {
  const { width, height, title } = choices;
  const size = { width: String(width || '640'), height: String(height || '360') };
  const address = embedAddress(playerServer, choices);
  const attributes = frameAttributes({ address, title: String(title || 'Video player'), size, needsLocation });
  return ['<iframe', ...attributes.map((attribute) => `  ${attribute}`), '></iframe>'].join('\n');
}

function given(fields: EmbedChoices | Record<string, string | boolean | undefined>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));
}

function nested(name: string, fields: Record<string, string | number>): Record<string, unknown> {
  return Object.keys(fields).length === 0 ? {} : { [name]: fields };
}

/** A value as a JavaScript literal; `<` is escaped, so that it cannot close the enclosing script. */
function literal(value: unknown): string {
  if (typeof value === 'object' && value !== null)
    return `{ ${Object.entries(value)
      .map(([key, entry]) => `${key}: ${literal(entry)}`)
      .join(', ')} }`;
  return typeof value === 'string' ? quote(value) : String(value);
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&').replaceAll('<', '\\x3C').replaceAll('\n', '\\n')}'`;
}
