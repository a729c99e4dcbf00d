import * as z from 'zod/mini';
import { catch as withFallback } from 'zod/mini';
import { expect, test } from 'vitest';
import { boundedText } from '../../../protocol/runtime/bounded.ts';
import { EVENT_PAYLOADS, WireEvent } from '../../../protocol/events/events.ts';
import * as actions from '../../../protocol/provider/actions.ts';
import { ENDPOINTS } from '../../../protocol/provider/endpoints.ts';
import * as logging from '../../../protocol/provider/logging.ts';
import * as playerCalls from '../../../protocol/provider/player-calls.ts';
import { CallContext } from '../../../src/provider/calls/call.ts';
import * as errorReports from '../../../src/provider/calls/error-report.ts';
import { findUnbounded, type AnySchema } from './support/walk-schema.ts';

/** The schemas that a module exports, except for responses; a new export is included automatically. */
function requestsOf(module: Readonly<Record<string, unknown>>): Record<string, AnySchema> {
  const schemas = Object.entries(module).filter(([name]) => !name.endsWith('Response'));
  return Object.fromEntries(schemas.filter((entry): entry is [string, AnySchema] => isSchema(entry[1])));
}

function isSchema(value: unknown): value is AnySchema {
  return typeof value === 'object' && value !== null && '_zod' in value;
}

/** Values of payloads may be anything: they are stored as one JSON text, which has a separate maximum. */
const AS_ONE_TEXT = /payload\{\}: unknown is not known to be bounded$/;

const STORED = {
  ...requestsOf(logging),
  ...requestsOf(actions),
  ...requestsOf(playerCalls),
  ...requestsOf(errorReports),
  ...Object.fromEntries(Object.entries(ENDPOINTS).map(([key, { request }]) => [`call ${key}`, request])),
  ...EVENT_PAYLOADS,
  CallContext,
};

test('the checked schemas are found by their exports: requests, calls, payloads and error reports, over fifty in all', () => {
  expect(Object.keys(STORED)).toEqual(
    expect.arrayContaining(['LogRequest', 'SubscriptionRequest', 'call editPlaylist', 'ErrorReportFields']),
  );
  expect(Object.keys(STORED).length).toBeGreaterThan(50);
});

test.each(Object.entries(STORED))('%s has a maximum for every stored field', (name, schema) => {
  expect(findUnbounded(schema, name).filter((finding) => !AS_ONE_TEXT.test(finding))).toEqual([]);
});

test.each<[string, AnySchema, RegExp]>([
  ['a text without a maximum', z.object({ a: z.optional(z.string()) }), /^root\.a: text without/],
  ['a pattern without an end anchor', z.string().check(z.regex(/^\d+$/)), /text without/],
  ['a pattern without a start anchor', z.string().check(z.regex(/\d$/)), /text without/],
  ['a text that may be ill-formed', z.string().check(z.maxLength(10)), /ill-formed/],
  ['an array without a maximum', z.object({ list: z.array(z.number()) }), /^root\.list: array without/],
  ['a text in an array', z.array(z.string()).check(z.maxLength(3)), /^root\[\]: text without/],
  ['an array of objects without a maximum', z.array(z.object({})), /array without/],
  ['a record without a maximum', z.record(boundedText(5), z.int()), /record without/],
  ['record keys without a maximum', z.record(z.string(), z.int()), /root keys: text without/],
  ['an object that accepts unknown fields', z.looseObject({}), /fields nobody knows/],
  ['a field of any type', z.object({ a: z.unknown() }), /unknown is not known/],
  ['an unbounded branch of a union', z.union([z.int(), z.string()]), /text without/],
  ['an unbounded text behind a fallback', withFallback(z.string(), ''), /text without/],
])('the schema walk reports %s', (_, schema, finding) => {
  expect(findUnbounded(schema, 'root')).toEqual(expect.arrayContaining([expect.stringMatching(finding)]));
});

test('lone surrogates in a bounded text are replaced instead of refused, and surrogate pairs stay unchanged', () => {
  const parse = (text: string): unknown => WireEvent.shape.name.parse(text);
  expect(parse('a\ud800b')).toBe('a\ufffdb');
  expect(parse('\udc00\ud83d\ude00')).toBe('\ufffd😀');
  expect(() => parse('x'.repeat(65))).toThrow();
});
