import { expect, test } from 'vitest';
import { FullscreenState } from '../../../../src/host/player/fullscreen-state.ts';

function createState({ fullscreenEnabled }: { readonly fullscreenEnabled: boolean }) {
  const document = { fullscreenEnabled, fullscreenElement: null as object | null };
  const element = {};
  const shadow = { fullscreenElement: null as object | null, host: element };
  const frame = { ownerDocument: document, getRootNode: () => shadow };
  const told: string[] = [];
  const state = new FullscreenState(frame as unknown as HTMLIFrameElement, {
    frameChanged: (active) => told.push(`frame ${active}`),
    changed: (active) => told.push(`player ${active}`),
  });
  const fill = (isFilled: boolean): void => {
    shadow.fullscreenElement = isFilled ? frame : null;
    state.check();
  };
  const fillElement = (isFilled: boolean): void => {
    document.fullscreenElement = isFilled ? element : null;
    state.check();
  };
  return { state, told, fill, fillElement };
}

test('each change of full screen is reported once even if the frame’s messages arrive after its end', () => {
  const { state, told, fill } = createState({ fullscreenEnabled: true });
  fill(true);
  fill(false);
  state.frameSays(true);
  state.frameSays(false);
  expect(told).toEqual(['frame true', 'player true', 'frame false', 'player false']);
});

test('where documents have no full screen, as on the iPhone, the report of the frame counts', () => {
  const { state, told } = createState({ fullscreenEnabled: false });
  state.frameSays(true);
  expect(state.isActive).toBe(true);
  state.frameSays(false);
  expect(told).toEqual(['player true', 'player false']);
});

test('full screen of the player’s custom element counts as full screen of the frame in its shadow tree', () => {
  const { told, fillElement } = createState({ fullscreenEnabled: true });
  fillElement(true);
  fillElement(false);
  expect(told).toEqual(['frame true', 'player true', 'frame false', 'player false']);
});
