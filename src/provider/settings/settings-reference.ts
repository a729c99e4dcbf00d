import * as z from 'zod/mini';
import { groupDigits } from './group-digits.ts';
import { limitSettings, SETTINGS } from './settings.ts';

/** The part of a JSON schema that the settings' schemas have. */
const ValueSchema = z.object({
  type: z.optional(z.string()),
  description: z.optional(z.string()),
  enum: z.optional(z.array(z.string())),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
});

/** Units by the ends of variable names, longer ends first. */
const UNITS = [
  ['_BYTES_PER_SECOND', 'bytes a second'],
  ['_PER_SECOND', 'a second'],
  ['_BYTES', 'bytes'],
  ['_MS', 'milliseconds'],
  ['_SECONDS', 'seconds'],
  ['_DAYS', 'days'],
] as const;

/**
 * Every setting and limit as a Markdown table: its variable, its values, its default, and its effect. Values come from
 * the schemas that parse the settings, so that the documented values are accepted.
 */
export function settingsReference(): string {
  const rows = [...Object.values(SETTINGS), ...Object.values(limitSettings())].map(
    ({ variable, schema, fallback, says }) =>
      `| \`${variable}\` | ${describeValue(variable, schema)} | ${fallback} | ${says} |`,
  );
  return ['| variable | value | default | |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function describeValue(variable: string, schema: z.ZodMiniType): string {
  const value = ValueSchema.parse(z.toJSONSchema(schema, { io: 'output' }));
  if (value.description !== undefined) return markExamples(value.description);
  if (value.enum !== undefined) return value.enum.map((word) => `\`${word}\``).join(', ');
  if (value.type === 'boolean') return '`1` or `true`';
  if (value.minimum === undefined || value.maximum === undefined) return 'text';
  const range = `${groupDigits(value.minimum)} to ${groupDigits(value.maximum)}`;
  const unit = UNITS.find(([end]) => variable.endsWith(end))?.[1];
  return unit === undefined ? range : `${range} ${unit}`;
}

/** Examples are code, so that no renderer makes links of them. */
function markExamples(description: string): string {
  return description.replace(/(?<=such as )[^\s,]+(?:,[^\s,]+)*/, '`$&`');
}
