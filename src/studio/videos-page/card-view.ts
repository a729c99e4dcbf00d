import type { UploadState, VideoUpload } from '../../../protocol/provider/video-uploads.ts';
import { formatBytes } from '../../../protocol/runtime/format-bytes.ts';
import { leftWords, shareWords } from './words.ts';

/** Transfer of a file from this page. */
export interface TransferView {
  readonly state: 'sending' | 'reconnecting' | 'stopped';
  readonly sentBytes: number;
  readonly leftSeconds: number | null;
  /** Reason for which the transfer has stopped. */
  readonly problem: string;
}

export type CardAction = 'cancel' | 'goOn' | 'choose' | 'again' | 'remove';

/** Texts and actions of a card. */
export interface CardView {
  readonly status: string;
  /** Progress, 0 to 1; `null` if nothing is in progress. */
  readonly share: number | null;
  readonly isAlarm: boolean;
  readonly actions: readonly CardAction[];
  /** Text that is announced once, when the card enters this state. */
  readonly announcement: string;
}

/** An upload of the server, with the state of this page. */
export interface ShownUpload {
  readonly upload: VideoUpload;
  readonly transfer: TransferView | null;
  /** Whether the upload grows although this page does not send it. */
  readonly isSentElsewhere: boolean;
}

const VIEWS: Readonly<Record<UploadState, (shown: ShownUpload) => CardView>> = {
  uploading: (shown) => (shown.transfer === null ? withoutTransfer(shown) : withTransfer(shown, shown.transfer)),
  waiting: ({ upload: { place } }) => ({
    status: place === null ? 'Waiting to be prepared.' : `Waiting to be prepared: place ${place} in the queue.`,
    share: null,
    isAlarm: false,
    actions: ['cancel'],
    announcement: 'has been uploaded, and waits to be prepared.',
  }),
  preparing: ({ upload: { progress } }) => ({
    status:
      progress === null || progress.step === ''
        ? 'Preparing…'
        : `Preparing: ${progress.step}, ${shareWords(progress.share)}${leftWords(progress.leftSeconds)}.`,
    share: progress?.share ?? 0,
    isAlarm: false,
    actions: ['cancel'],
    announcement: 'is being prepared.',
  }),
  ready: ({ upload: { film } }) => ({
    status:
      film === null ? 'In the catalog.' : [`“${film.title}” is in the catalog.`, ...(film.remarks ?? [])].join(' '),
    share: null,
    isAlarm: false,
    actions: ['remove'],
    announcement: 'is ready.',
  }),
  failed: ({ upload: { fault, isFaultOfFile } }) => ({
    status: fault ?? 'Could not be prepared.',
    share: null,
    isAlarm: true,
    actions: isFaultOfFile === true ? ['remove'] : ['again', 'remove'],
    announcement: `could not be prepared. ${fault ?? ''}`,
  }),
};

export function cardView(shown: ShownUpload): CardView {
  return VIEWS[shown.upload.state](shown);
}

function withTransfer({ upload }: ShownUpload, transfer: TransferView): CardView {
  const { state, sentBytes, leftSeconds, problem } = transfer;
  const share = sentBytes / upload.sizeBytes;
  const amount = `${shareWords(share)} of ${formatBytes(upload.sizeBytes)}`;
  const status = {
    sending: `Uploading: ${amount}${leftWords(leftSeconds)}.`,
    reconnecting: `The connection is lost, ${amount} sent. Trying again…`,
    stopped: `${problem} ${amount} sent.`,
  }[state];
  return {
    status,
    share,
    isAlarm: state === 'stopped',
    actions: state === 'stopped' ? ['goOn', 'cancel'] : ['cancel'],
    announcement: { sending: 'is uploading.', reconnecting: 'has lost its connection.', stopped: problem }[state],
  };
}

function withoutTransfer({ upload: { receivedBytes, sizeBytes }, isSentElsewhere }: ShownUpload): CardView {
  const share = receivedBytes / sizeBytes;
  const amount = `${shareWords(share)} of ${formatBytes(sizeBytes)} has arrived`;
  return {
    status: isSentElsewhere ? `${amount}, from another page.` : `${amount}. Choose the same file again to go on.`,
    share,
    isAlarm: false,
    actions: isSentElsewhere ? ['cancel'] : ['choose', 'cancel'],
    announcement: isSentElsewhere ? '' : 'can go on: choose the same file again.',
  };
}

/** Whether a chosen file is the file of an unfinished upload. */
export function isSameFile(upload: VideoUpload, file: Pick<File, 'name' | 'size' | 'lastModified'>): boolean {
  return (
    upload.state === 'uploading' &&
    upload.fileName === file.name &&
    upload.sizeBytes === file.size &&
    upload.modifiedMs === file.lastModified
  );
}
