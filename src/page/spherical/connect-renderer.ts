import type { SphereCommand, SphereRendererModule, SphereReport } from '../../../protocol/media/spherical.ts';

/** The connection from main to the renderer, which runs in a worker or on main. It ends when the signal of its creation aborts. */
export interface RendererConnection {
  /** Whether the renderer runs in a worker, to which frames are transferred; on main no frames are created. */
  readonly isWorker: boolean;
  open(canvas: HTMLCanvasElement): void;
  send(command: SphereCommand, transfer?: Transferable[]): void;
}

export interface WorkerConnection extends RendererConnection {
  /** Resolves with the next message of the worker. */
  ping(): Promise<void>;
}

type OnReport = (report: SphereReport) => void;

/** Whether the browser can draw in a worker. Passing a frame to a worker costs main a tenth of drawing it on main. */
export function canDrawInWorker(): boolean {
  return 'transferControlToOffscreen' in HTMLCanvasElement.prototype && 'VideoFrame' in globalThis;
}

export function connectWorker(
  worker: Worker,
  signal: AbortSignal,
  onReport: OnReport,
  onSent: () => void,
): WorkerConnection {
  worker.addEventListener('message', ({ data }: MessageEvent<SphereReport>) => onReport(data), { signal });
  worker.addEventListener('error', () => onReport('unavailable'), { signal });
  const send: RendererConnection['send'] = (command, transfer = []) => {
    worker.postMessage(command, transfer);
    onSent();
  };
  return {
    isWorker: true,
    send,
    open(canvas) {
      const offscreen = canvas.transferControlToOffscreen();
      send({ kind: 'open', canvas: offscreen }, [offscreen]);
    },
    ping: () =>
      new Promise((resolve) => {
        worker.addEventListener('message', () => resolve(), { once: true, signal });
        worker.postMessage({ kind: 'ping' } satisfies SphereCommand);
      }),
  };
}

export function connectMain(
  { createSphereRenderer }: SphereRendererModule,
  signal: AbortSignal,
  onReport: OnReport,
): RendererConnection {
  const run = createSphereRenderer(onReport);
  signal.addEventListener('abort', () => run({ kind: 'close' }));
  return {
    isWorker: false,
    send: (command) => run(command),
    open: (canvas) => run({ kind: 'open', canvas }),
  };
}
