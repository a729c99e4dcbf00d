import { AHEAD, type SphereCommand, type SphereReport, type ViewDirection } from '../../protocol/media/spherical.ts';
import { CORNERS, FRAGMENT_SHADER, VERTEX_SHADER } from './shaders.ts';
import { viewAxes, viewExtent, type Vector } from './view-axes.ts';

export type SphereCanvas = OffscreenCanvas;
/** A transferred frame, or the video element itself where the renderer is on main. */
export type SphereFrame = TexImageSource & { close?: () => void };

type Graphics = WebGL2RenderingContext | WebGLRenderingContext;

/** A WebGL program and the locations of its inputs. */
interface Pipeline {
  readonly graphics: Graphics;
  readonly place: (name: string) => WebGLUniformLocation | null;
}

/**
 * Draws an equirectangular video as seen from its centre. It draws only for a new frame, direction or size, at most once
 * for each frame of the screen.
 */
export class SphereRenderer {
  readonly #report: (report: SphereReport) => void;
  #canvas: SphereCanvas | null = null;
  #pipeline: Pipeline | null = null;
  #direction: ViewDirection = AHEAD;
  #hasVideo = false;
  #drawingIsDue: number | null = null;
  readonly #listening = new AbortController();

  constructor(report: (report: SphereReport) => void) {
    this.#report = report;
  }

  run = (command: SphereCommand<SphereCanvas, SphereFrame>): void => {
    switch (command.kind) {
      case 'open':
        return this.#open(command.canvas);
      case 'frame':
        return this.#take(command.frame, command.widthPixels);
      case 'look':
        this.#direction = command.direction;
        return this.#drawSoon();
      case 'size':
        return this.#resize(command.widthPixels, command.heightPixels);
      case 'ping':
        return this.#report('alive');
      case 'close':
        return this.#close();
    }
  };

  #open(canvas: SphereCanvas): void {
    this.#canvas = canvas;
    const { signal } = this.#listening;
    // The listener prevents the default: otherwise the browser does not restore the context.
    canvas.addEventListener('webglcontextlost', (event) => this.#onLost(event), { signal });
    canvas.addEventListener('webglcontextrestored', () => this.#begin(), { signal });
    this.#begin();
  }

  #begin(): void {
    this.#pipeline = this.#canvas === null ? null : createPipeline(this.#canvas);
    this.#report(this.#pipeline === null ? 'unavailable' : 'ready');
  }

  #onLost(event: Event): void {
    event.preventDefault();
    this.#pipeline = null;
    this.#hasVideo = false;
    this.#report('lost');
  }

  #take(frame: SphereFrame, widthPixels: number): void {
    if (this.#pipeline !== null) {
      const { graphics } = this.#pipeline;
      // A frame above the graphics card's limit is scaled down first.
      const isTooLarge = widthPixels > graphics.getParameter(graphics.MAX_TEXTURE_SIZE);
      const source = isTooLarge ? shrink(frame, graphics.getParameter(graphics.MAX_TEXTURE_SIZE)) : frame;
      graphics.texImage2D(graphics.TEXTURE_2D, 0, graphics.RGBA, graphics.RGBA, graphics.UNSIGNED_BYTE, source);
      this.#hasVideo = true;
      this.#drawSoon();
    }
    frame.close?.();
    this.#report('taken');
  }

  #resize(widthPixels: number, heightPixels: number): void {
    if (this.#canvas === null || (this.#canvas.width === widthPixels && this.#canvas.height === heightPixels)) return;
    this.#canvas.width = widthPixels;
    this.#canvas.height = heightPixels;
    // Drawn at once, because changing the size clears a canvas.
    this.#draw();
  }

  #close(): void {
    this.#listening.abort();
    if (this.#drawingIsDue !== null) cancelAnimationFrame(this.#drawingIsDue);
    this.#pipeline?.graphics.getExtension('WEBGL_lose_context')?.loseContext();
    this.#pipeline = null;
  }

  #drawSoon(): void {
    this.#drawingIsDue ??= requestAnimationFrame(() => {
      this.#drawingIsDue = null;
      this.#draw();
    });
  }

  #draw(): void {
    const pipeline = this.#pipeline;
    const canvas = this.#canvas;
    if (pipeline === null || canvas === null || !this.#hasVideo) return;
    const { graphics, place } = pipeline;
    const { right, up, ahead } = viewAxes(this.#direction);
    const extent = viewExtent(this.#direction.fov, canvas.width, canvas.height);
    const setVector = (name: string, [x, y, z]: Vector): void => graphics.uniform3f(place(name), x, y, z);
    setVector('right', right);
    setVector('up', up);
    setVector('ahead', ahead);
    graphics.uniform2f(place('extent'), ...extent);
    graphics.viewport(0, 0, canvas.width, canvas.height);
    graphics.drawArrays(graphics.TRIANGLES, 0, CORNERS.length / 2);
  }
}

function createPipeline(canvas: SphereCanvas): Pipeline | null {
  // Opaque, so that the browser does not blend it with the video beneath.
  const options = { alpha: false, depth: false, antialias: false, powerPreference: 'low-power' } as const;
  const graphics = (canvas.getContext('webgl2', options) ?? canvas.getContext('webgl', options)) as Graphics | null;
  if (graphics === null) return null;
  const program = graphics.createProgram();
  const shaders = [
    [graphics.VERTEX_SHADER, VERTEX_SHADER],
    [graphics.FRAGMENT_SHADER, FRAGMENT_SHADER],
  ] as const;
  for (const [kind, source] of shaders) {
    const shader = graphics.createShader(kind);
    if (shader === null) return null;
    graphics.shaderSource(shader, source);
    graphics.compileShader(shader);
    graphics.attachShader(program, shader);
  }
  graphics.linkProgram(program);
  if (graphics.getProgramParameter(program, graphics.LINK_STATUS) !== true) return null;
  graphics.useProgram(program);
  graphics.bindBuffer(graphics.ARRAY_BUFFER, graphics.createBuffer());
  graphics.bufferData(graphics.ARRAY_BUFFER, new Float32Array(CORNERS), graphics.STATIC_DRAW);
  const corner = graphics.getAttribLocation(program, 'corner');
  graphics.enableVertexAttribArray(corner);
  graphics.vertexAttribPointer(corner, 2, graphics.FLOAT, false, 0, 0);
  graphics.bindTexture(graphics.TEXTURE_2D, graphics.createTexture());
  // No mipmaps: at the back of the sphere, where the edges of the picture meet, they would show as a line.
  for (const filter of [graphics.TEXTURE_MIN_FILTER, graphics.TEXTURE_MAG_FILTER])
    graphics.texParameteri(graphics.TEXTURE_2D, filter, graphics.LINEAR);
  for (const wrap of [graphics.TEXTURE_WRAP_S, graphics.TEXTURE_WRAP_T])
    graphics.texParameteri(graphics.TEXTURE_2D, wrap, graphics.CLAMP_TO_EDGE);
  const places = new Map<string, WebGLUniformLocation | null>();
  const place = (name: string): WebGLUniformLocation | null => {
    const known = places.get(name) ?? graphics.getUniformLocation(program, name);
    places.set(name, known);
    return known;
  };
  return { graphics, place };
}

function shrink(frame: SphereFrame, widthPixels: number): OffscreenCanvas {
  const canvas = new OffscreenCanvas(widthPixels, widthPixels / 2);
  canvas.getContext('2d')?.drawImage(frame as CanvasImageSource, 0, 0, canvas.width, canvas.height);
  return canvas;
}
