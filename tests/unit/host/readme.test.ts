import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HOST_COMMAND_METHODS } from '../../../src/host/player/host-player.ts';
import { parseEmbedParameters } from '../../../protocol/page/embed-parameters.ts';
import { HOST_COMMAND_NAMES, HOST_READS, PLAYER_EVENTS } from '../../../src/page/host-messages/host-messages.ts';

const rows = ['script-api.md', 'parameters.md']
  .flatMap((name) => readFileSync(new URL(`../../../src/host/${name}`, import.meta.url), 'utf8').split('\n'))
  .filter((line) => line.startsWith('| '));

test.each([...HOST_COMMAND_NAMES, ...HOST_READS, ...PLAYER_EVENTS])('the reference has a row for %s [H1]', (name) => {
  expect(rows.some((row) => row.includes(`\`${name}\``))).toBe(true);
});

test.each(Object.keys(parseEmbedParameters([])))('the host reference has a row for the parameter %s', (name) => {
  expect(rows.some((row) => row.includes(`\`${name}\``))).toBe(true);
});

test('the host script has a method for every command of the protocol, and for no other command [H1, H4]', () => {
  expect([...HOST_COMMAND_METHODS].toSorted()).toEqual([...HOST_COMMAND_NAMES].toSorted());
});
