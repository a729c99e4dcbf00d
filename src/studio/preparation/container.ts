import { beginsAsContainer } from '../../../protocol/media/file-kinds.ts';

/** Whether a file begins as a container of video or sound does; `null` for what is no ordinary file. */
export const isContainer = (head: Buffer | null): boolean => head !== null && beginsAsContainer(head);
