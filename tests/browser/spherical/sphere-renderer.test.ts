import { expect, onTestFinished, test } from 'vitest';
import { AHEAD, type SphereReport, type ViewDirection } from '../../../protocol/media/spherical.ts';
import { SphereRenderer } from '../../../workers/spherical/sphere-renderer.ts';
import rendererUrl from '../../../workers/spherical/spherical.worker.ts?worker&url';

type Colour = readonly [red: number, green: number, blue: number];

/** The four walls of a room, each a quarter of the picture, from the left half of the back to its right half. */
const BACK: Colour = [255, 255, 0];
const LEFT: Colour = [255, 0, 0];
const FRONT: Colour = [0, 255, 0];
const RIGHT: Colour = [0, 0, 255];
const CEILING: Colour = [255, 255, 255];
const FLOOR: Colour = [0, 0, 0];

/** A video of one frame, with a frame's shape of 2 to 1. */
function room(): OffscreenCanvas {
  const canvas = new OffscreenCanvas(256, 128);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no 2d context');
  const paint = ([red, green, blue]: Colour, x: number, y: number, width: number, height: number): void => {
    context.fillStyle = `rgb(${red} ${green} ${blue})`;
    context.fillRect(x, y, width, height);
  };
  paint(BACK, 0, 0, 32, 128);
  paint(LEFT, 32, 0, 64, 128);
  paint(FRONT, 96, 0, 64, 128);
  paint(RIGHT, 160, 0, 64, 128);
  paint(BACK, 224, 0, 32, 128);
  paint(CEILING, 0, 0, 256, 20);
  paint(FLOOR, 0, 108, 256, 20);
  return canvas;
}

function pixelOf(source: CanvasImageSource, x: number, y: number): Colour {
  const context = new OffscreenCanvas(64, 64).getContext('2d');
  context?.drawImage(source, 0, 0);
  const [red = -1, green = -1, blue = -1] = context?.getImageData(x, y, 1, 1).data ?? [];
  return [red, green, blue];
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

function openRoom(size = 64) {
  const canvas = new OffscreenCanvas(size, size);
  const reports: SphereReport[] = [];
  const renderer = new SphereRenderer((report) => reports.push(report));
  onTestFinished(() => renderer.run({ kind: 'close' }));
  renderer.run({ kind: 'open', canvas });
  renderer.run({ kind: 'frame', frame: room(), widthPixels: 256 });
  // The pixel at a position after the view was drawn, in the same frame, before the browser clears the picture.
  const look = async (direction: Partial<ViewDirection>, x = 32, y = 32): Promise<Colour> => {
    renderer.run({ kind: 'look', direction: { ...AHEAD, ...direction } });
    await nextFrame();
    return pixelOf(canvas, x, y);
  };
  return { canvas, renderer, reports, look };
}

test('each wall, the ceiling and the floor are seen in their directions', async () => {
  const { look, reports } = openRoom();
  expect(reports).toEqual(['ready', 'taken']);
  expect(await look({})).toEqual(FRONT);
  expect(await look({ yaw: 90 })).toEqual(LEFT);
  expect(await look({ yaw: 270 })).toEqual(RIGHT);
  expect(await look({ yaw: 180 })).toEqual(BACK);
  expect(await look({ pitch: 90 })).toEqual(CEILING);
  expect(await look({ pitch: -90 })).toEqual(FLOOR);
});

test('the view is upright and not mirrored, has the right width, and tilts clockwise', async () => {
  const { look } = openRoom();
  const wide = { fov: 120 };
  expect(await look(wide, 1, 32)).toEqual(LEFT);
  expect(await look(wide, 62, 32)).toEqual(RIGHT);
  expect(await look({ ...wide, pitch: 20 }, 32, 1)).toEqual(CEILING);
  expect(await look({ ...wide, pitch: -20 }, 32, 62)).toEqual(FLOOR);
  // At 60 degrees both edges are still on the front wall.
  expect(await look({ fov: 60 }, 1, 32)).toEqual(FRONT);
  expect(await look({ fov: 60 }, 62, 32)).toEqual(FRONT);
  // Rolling clockwise by a quarter turn brings the right wall overhead.
  expect(await look({ ...wide, roll: 90 }, 32, 1)).toEqual(RIGHT);
  expect(await look({ ...wide, roll: 90 }, 32, 62)).toEqual(LEFT);
});

test('the two ends of the picture meet without a seam', async () => {
  const { look } = openRoom();
  for (const x of [30, 31, 32, 33]) expect(await look({ yaw: 180, fov: 30 }, x, 32)).toEqual(BACK);
});

test('the renderer draws nothing while nothing changes', async () => {
  const { canvas, look, renderer } = openRoom();
  await look({});
  const graphics = canvas.getContext('webgl2');
  if (graphics === null) throw new Error('no WebGL 2');
  let draws = 0;
  const draw = graphics.drawArrays.bind(graphics);
  graphics.drawArrays = (...parameters) => {
    draws += 1;
    draw(...parameters);
  };
  for (let frames = 0; frames < 10; frames += 1) await nextFrame();
  expect(draws).toBe(0);
  for (let turns = 0; turns < 5; turns += 1) renderer.run({ kind: 'look', direction: { ...AHEAD, yaw: turns } });
  await nextFrame();
  await nextFrame();
  expect(draws).toBe(1);
});

test('after the graphics memory is lost the present frame is restored', async () => {
  const { canvas, look, renderer, reports } = openRoom();
  await look({});
  const extension = canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context');
  extension?.loseContext();
  await expect.poll(() => reports.at(-1)).toBe('lost');
  renderer.run({ kind: 'frame', frame: room(), widthPixels: 256 });
  expect(reports.at(-1)).toBe('taken');
  extension?.restoreContext();
  await expect.poll(() => reports.at(-1)).toBe('ready');
  renderer.run({ kind: 'frame', frame: room(), widthPixels: 256 });
  expect(await look({ yaw: 90 })).toEqual(LEFT);
});

test('a video too large for the graphics card is drawn smaller', async () => {
  const { canvas, look, renderer } = openRoom();
  const graphics = canvas.getContext('webgl2');
  if (graphics === null) throw new Error('no WebGL 2');
  const parameterOf = graphics.getParameter.bind(graphics);
  graphics.getParameter = (name) => (name === graphics.MAX_TEXTURE_SIZE ? 128 : parameterOf(name));
  const widths: number[] = [];
  const upload = graphics.texImage2D.bind(graphics) as (...parameters: unknown[]) => void;
  graphics.texImage2D = (...parameters: unknown[]) => {
    widths.push((parameters.at(-1) as OffscreenCanvas).width);
    upload(...parameters);
  };
  renderer.run({ kind: 'frame', frame: room(), widthPixels: 256 });
  expect(widths).toEqual([128]);
  expect(await look({ yaw: 90 })).toEqual(LEFT);
});

test('the renderer responds to a ping', () => {
  const { renderer, reports } = openRoom();
  renderer.run({ kind: 'ping' });
  expect(reports).toEqual(['ready', 'taken', 'alive']);
});

test('missing WebGL is reported', () => {
  const canvas = new OffscreenCanvas(8, 8);
  canvas.getContext('2d');
  const reports: SphereReport[] = [];
  new SphereRenderer((report) => reports.push(report)).run({ kind: 'open', canvas });
  expect(reports).toEqual(['unavailable']);
});

test('the worker draws on a canvas of the page', async () => {
  const worker = new Worker(rendererUrl, { type: 'module' });
  onTestFinished(() => worker.terminate());
  const reports: SphereReport[] = [];
  worker.addEventListener('message', ({ data }: MessageEvent<SphereReport>) => reports.push(data));
  const canvas = document.createElement('canvas');
  document.body.append(canvas);
  onTestFinished(() => canvas.remove());
  const offscreen = canvas.transferControlToOffscreen();
  worker.postMessage({ kind: 'open', canvas: offscreen }, [offscreen]);
  worker.postMessage({ kind: 'size', widthPixels: 64, heightPixels: 64 });
  const frame = new VideoFrame(room(), { timestamp: 0 });
  worker.postMessage({ kind: 'frame', frame, widthPixels: 256 }, [frame]);
  worker.postMessage({ kind: 'look', direction: { ...AHEAD, yaw: 270 } });
  await expect.poll(() => reports).toEqual(['ready', 'taken']);
  await expect.poll(() => pixelOf(canvas, 32, 32)[2]).toBeGreaterThan(200);
});
