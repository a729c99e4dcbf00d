import { attributeText, type FrameSize } from '../../../../protocol/host/embed-code.ts';
import { withParameters, type ParameterValues } from '../../../../protocol/page/embed-address.ts';

export interface ShareLinks {
  readonly link: string;
  readonly embedCode: string;
}

export interface LinkOptions {
  readonly parameters: ParameterValues;
  readonly size: FrameSize;
}

/**
 * Links with these options. The provider's addresses and markup stay the base: an address that cannot be parsed, and
 * code that contains no frame, are the provider's own format and stay as they are.
 */
export function withOptions({ link, embedCode }: ShareLinks, { parameters, size }: LinkOptions): ShareLinks {
  return { link: withParameters(link, parameters), embedCode: withFrameOptions(embedCode, { parameters, size }) };
}

const ATTRIBUTE = /\s+([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>=`]+))?/g;
/** Matches the tag attribute by attribute, since a value may look like an attribute, or contain the end of a tag. */
const FRAME = new RegExp(`<iframe((?:${ATTRIBUTE.source})*)(?=\\s*/?>)`, 'i');
/** The chosen size replaces these attributes of the provider's frame. */
const SIZE_ATTRIBUTES = ['width', 'height', 'style'];

function withFrameOptions(code: string, { parameters, size }: LinkOptions): string {
  return code.replace(FRAME, (_, attributes: string) => {
    const others = attributes.replace(ATTRIBUTE, (attribute, givenName: string, value = '') => {
      const name = givenName.toLowerCase();
      if (SIZE_ATTRIBUTES.includes(name)) return '';
      return name === 'src'
        ? ` ${attributeText([name, withParameters(attributeValue(value), parameters)])}`
        : attribute;
    });
    return `<iframe ${Object.entries(size).map(attributeText).join(' ')}${others}`;
  });
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<', gt: '>' };

/** The value that a browser reads: without its quotes, and with its references resolved. */
function attributeValue(text: string): string {
  return text
    .replace(/^(["'])(.*)\1$/s, '$2')
    .replace(/&(?:#(\d{1,5})|#x([\da-f]{1,4})|(amp|quot|lt|gt));/gi, (_, decimal = '', hexadecimal = '', name = '') =>
      name === ''
        ? String.fromCharCode(decimal === '' ? parseInt(hexadecimal, 16) : Number(decimal))
        : (ENTITIES[name.toLowerCase()] ?? ''),
    );
}
