import type { SphereCommand, SphereRendererModule, SphereReport } from '../../../protocol/spherical.ts';

export interface RendererOptions {
  readonly startWorker: () => Worker;
  readonly loadModule: () => Promise<SphereRendererModule>;
}

/** Where main sends what is to be drawn, wherever that happens. */
export interface RendererConnection {
  /** Frames are transferred; on main they need not be made at all. */
  readonly isWorker: boolean;
  open(canvas: HTMLCanvasElement): void;
  send(command: SphereCommand, transfer?: Transferable[]): void;
  close(): void;
}

type OnReport = (report: SphereReport) => void;

/** A frame that is handed to a worker costs main a tenth of one that main draws (media.md 5.2). */
export function canDrawInWorker(): boolean {
  return 'transferControlToOffscreen' in HTMLCanvasElement.prototype && 'VideoFrame' in globalThis;
}

export function connectWorker({ startWorker }: RendererOptions, onReport: OnReport): RendererConnection {
  const worker = startWorker();
  worker.addEventListener('message', ({ data }: MessageEvent<SphereReport>) => onReport(data));
  worker.addEventListener('error', () => onReport('unavailable'));
  const send: RendererConnection['send'] = (command, transfer = []) => worker.postMessage(command, transfer);
  return {
    isWorker: true,
    send,
    open(canvas) {
      const offscreen = canvas.transferControlToOffscreen();
      send({ kind: 'open', canvas: offscreen }, [offscreen]);
    },
    close: () => worker.terminate(),
  };
}

export async function connectMain({ loadModule }: RendererOptions, onReport: OnReport): Promise<RendererConnection> {
  const { createSphereRenderer } = await loadModule();
  const run = createSphereRenderer(onReport);
  return {
    isWorker: false,
    send: (command) => run(command),
    open: (canvas) => run({ kind: 'open', canvas }),
    close: () => run({ kind: 'close' }),
  };
}
