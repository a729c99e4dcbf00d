import { expect, test } from 'vitest';
import { startDataSaver } from '../../../../../src/page/interface/data-saver/data-saver.ts';
import { parseEmbedParameters } from '../../../../../protocol/page/embed-parameters.ts';
import type { HostCommand } from '../../../../../src/page/host-messages/host-messages.ts';
import type { DataSaverSnapshot } from '../../../../../src/page/player/player.ts';
import type { LoadingLimits } from '../../../../../protocol/media/loading-limits.ts';
import { FakeInfrastructure } from '../../../../support/fake-infrastructure.ts';
import { createFakePlayer } from '../../../../support/fake-player.ts';

const NO_CHOICE: DataSaverSnapshot = { choice: 'auto', isOn: false, maxQuality: { host: 'auto', viewer: 'auto' } };
const DENSITY = 2;
const USUAL = { maxQuality: 'auto', aheadSeconds: 30, boxDivisor: 1 };
const SAVED = { maxQuality: 'large', aheadSeconds: 10, boxDivisor: DENSITY };

interface Device {
  saveData?: unknown;
  type?: unknown;
  effectiveType?: unknown;
}

class FakeConnection extends EventTarget implements Device {
  saveData?: unknown;
  type?: unknown;
  effectiveType?: unknown;

  become(device: Device): void {
    Object.assign(this, device);
    this.dispatchEvent(new Event('change'));
  }
}

function open({ device, query = '', chosen }: { device?: Device; query?: string; chosen?: HostCommand } = {}) {
  const player = createFakePlayer();
  if (chosen !== undefined) player.ran(chosen, 'host');
  const connection = device && Object.assign(new FakeConnection(), device);
  const infrastructure = new FakeInfrastructure();
  startDataSaver({
    player,
    control: player,
    infrastructure,
    parameters: parseEmbedParameters(new URLSearchParams(query)),
    navigator: { connection },
    document: { defaultView: { devicePixelRatio: DENSITY } },
  });
  const told = () =>
    player.controlled.flatMap((call) => (call[0] === 'limitLoading' ? [[call[1], call[2]] as const] : []));
  return { player, told, connection, savedByService: infrastructure.saved };
}

test.each<[string, Device | undefined, LoadingLimits | object, boolean]>([
  ['reports no connection is off', undefined, USUAL, false],
  ['reports a fast fixed network is off', { saveData: false, effectiveType: '4g' }, USUAL, false],
  ['requests data saving is on', { saveData: true, effectiveType: '4g' }, SAVED, true],
  ['reports a mobile network is on', { type: 'cellular', effectiveType: '4g' }, SAVED, true],
  ['reports 3G is on', { effectiveType: '3g' }, SAVED, true],
  ['reports 2G is on at a lower quality', { effectiveType: '2g' }, { ...SAVED, maxQuality: 'medium' }, true],
  ['reports slow 2G is on at a lower quality', { effectiveType: 'slow-2g' }, { ...SAVED, maxQuality: 'medium' }, true],
  ['reports invalid values is off', { saveData: 'yes', type: 3, effectiveType: null }, USUAL, false],
])('the automatic data saver of a browser that %s', (_, device, limits, isOn) => {
  expect(
    open(device === undefined ? {} : { device })
      .told()
      .at(-1),
  ).toEqual([limits, isOn]);
});

test('each change of the connection during playback changes the limits once', () => {
  const { told, connection, savedByService } = open({ device: { effectiveType: '4g' } });
  connection?.become({ saveData: true });
  connection?.become({ saveData: true });
  connection?.become({ saveData: false });
  expect(told()).toEqual([
    [USUAL, false],
    [SAVED, true],
    [USUAL, false],
  ]);
  expect(savedByService).toEqual([true, false]);
});

test.each([
  ['on', {}, SAVED],
  ['off', { saveData: true }, USUAL],
] as const)('a data saver that is %s by choice does not follow the browser', (choice, device, limits) => {
  const { told, player } = open({ device });
  player.set({ dataSaver: { ...player.getSnapshot().dataSaver, choice } });
  expect(told().at(-1)?.[0]).toEqual(limits);
});

test('the lowest of the limits of host, viewer and data saver applies', () => {
  const { told, player } = open({ device: { saveData: true } });
  const set = (host: 'auto' | 'hd1080' | 'small', viewer: 'auto' | 'hd720' | 'medium'): void =>
    player.set({ dataSaver: { ...NO_CHOICE, isOn: true, maxQuality: { host, viewer } } });
  set('hd1080', 'medium');
  expect(told().at(-1)?.[0].maxQuality).toBe('medium');
  set('small', 'medium');
  expect(told().at(-1)?.[0].maxQuality).toBe('small');
  set('hd1080', 'hd720');
  expect(told().at(-1)?.[0].maxQuality).toBe('large');
});

test.each([
  ['data_saver=1', { name: 'setDataSaver', arguments: ['on'] }],
  ['data_saver=0', { name: 'setDataSaver', arguments: ['off'] }],
  ['max_quality=720p', { name: 'setMaxQuality', arguments: ['hd720'] }],
  ['max_quality=721p', { name: 'setMaxQuality', arguments: ['hd720'] }],
  ['max_quality=480', { name: 'setMaxQuality', arguments: ['large'] }],
  ['max_quality=HD1080', { name: 'setMaxQuality', arguments: ['hd1080'] }],
])('the parameter %s runs the command %j as the host', (query, command) => {
  expect(open({ query }).player.executed).toMatchObject([{ command, by: 'host' }]);
});

test('an earlier command of the host takes precedence over the parameter of the address', () => {
  const chosen: HostCommand = { name: 'setDataSaver', arguments: ['off'] };
  expect(open({ query: 'data_saver=1', chosen }).player.executed).toEqual([]);
});
