import { beginsAsContainer } from '../../../protocol/media/file-kinds.ts';

/** Whether the first bytes are those of a container of video or sound; `null` for no regular file. */
export const isContainer = (head: Buffer | null): boolean => head !== null && beginsAsContainer(head);
